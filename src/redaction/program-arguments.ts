import { ARGUMENT, isNoReference, textOf } from './matched-value.ts';
import type { SecretRule } from './secret-rule.ts';

/** Neither a reference, nor an option, nor the place of a value in a statement. */
function isGiven(match: RegExpExecArray): boolean {
  return isNoReference(match) && !/^(?:-|[:@][a-z_]+$)/.test(textOf(match));
}

type Last = readonly [anchors: readonly string[], before: string];

/** Commands whose next argument is the secret: `before` is the source of what comes first, from the anchor on. */
const ARGUMENTS: readonly Last[] = [
  [['net user '], String.raw`net user [\w.\\-]{1,64} `],
  [['add_user ', 'change_password '], String.raw`(?:add_user|change_password) [\w.@-]{1,64} `],
  [['auth-pass '], String.raw`auth-pass \S{1,64} `],
  [['security add-', 'security unlock-'], String.raw`security (?:add|unlock)-[^\n|;]{0,200}? -[wp] `],
  [['secret set '], String.raw`secret set [^\n|;]{0,120}?(?:-b|--body|--value)[ =]`],
  [['cargo login ', 'vault login ', 'bw unlock '], String.raw`(?:cargo login|vault login|bw unlock) (?:-\S+ ){0,3}`],
  [['bw login '], String.raw`bw login [\w.@+-]{1,64} `],
  [['pypi-token.'], String.raw`pypi-token\.[\w-]{1,64} `],
  [['http-basic.'], String.raw`http-basic\.[\w.-]{1,80} \S{1,64} `],
  [[':_authToken ', 'npmAuthToken '], '(?::_authToken|npmAuthToken) '],
  [['freerdp', 'rdesktop'], String.raw`(?:freerdp|rdesktop)[^\n|;]{0,200}? (?:\/p:|-p )`],
  [['twine upload'], String.raw`twine upload[^\n|;]{0,160}? -p `],
  [['useradd ', 'usermod '], String.raw`user(?:add|mod)[^\n|;]{0,120}? -p `],
  [['ommunity '], String.raw`ommunity `],
  [['nable secret ', 'nable password '], String.raw`nable (?:secret|password)(?: \d)? `],
  [['shared-key ', 'key-string ', 'hared secret '], String.raw`(?:shared-key|key-string|hared secret)(?: \d)? `],
  [['cmdkey '], String.raw`cmdkey [^\n|;]{0,160}?\/pass:`],
  [['ncftp', 'psexec', 'PsExec'], String.raw`(?:ncftp\w{0,4}|psexec|PsExec)[^\n|;]{0,160}? -p `],
  [['indpw ', 'ootpw ', 'indPassword '], '(?:indpw|ootpw|indPassword) '],
  [['authtok = '], 'authtok = '],
  [['mosquitto_'], String.raw`mosquitto_[^\n|;]{0,160}? -P `],
  [['ssh-keygen '], String.raw`ssh-keygen[^\n|;]{0,160}? -[NP] `],
  [['\nPASS ', '> PASS ', ': PASS '], String.raw`(?:\n|> |: )PASS `],
  [['LOGIN '], String.raw`LOGIN [\w.@+-]{1,64} (?=")`],
  [['> LOGIN ', ' LOGIN "', '\nLOGIN ', 'LOGIN "'], String.raw`(?:> | |\n)?LOGIN "?[\w.@+-]{1,64}"? `],
  [['AUTH PLAIN ', 'AUTH LOGIN '], 'AUTH (?:PLAIN|LOGIN) '],
  [['serPassword:: '], 'serPassword:: '],
  [['oauth2-bearer '], 'oauth2-bearer '],
  [
    ['put-parameter ', 'keyvault secret set', 'put-secret-value '],
    String.raw`(?:put-parameter|keyvault secret set|put-secret-value)[^\n|;]{0,200}?--(?:value|secret-string)[ =]`,
  ],
  [['unrar ', 'rar a '], String.raw`(?:un)?rar [a-z]{1,4} (?:-\S{1,20} ){0,4}-p`],
  [['bcp ', 'tsql -'], String.raw`(?:bcp|tsql) [^\n|;]{0,160}?-P ?`],
  [['ipmitool '], String.raw`ipmitool [^\n|;]{0,120}?-P `],
  [['snmpwalk ', 'snmpget ', 'snmpset '], String.raw`snmp(?:walk|get|set) [^\n|;]{0,160}?-A `],
  [['crackmapexec ', 'netexec ', 'nxc smb '], String.raw`(?:crackmapexec|netexec|nxc) [^\n|;]{0,160}?-p `],
  [['evil-winrm'], String.raw`evil-winrm[^\n|;]{0,160}? -p `],
  [['storepass ', 'keypass '], '(?:store|key)pass '],
  [['openssl enc '], String.raw`openssl enc [^\n|;]{0,160}?-k `],
  [['openssl passwd '], String.raw`openssl passwd (?:-\S{1,10} (?!-)){1,4}`],
  [['doctl auth '], 'doctl auth init (?:-t|--access-token) '],
  [['--pass ', '--pass='], '--pass[= ]'],
  [['pulumi config '], String.raw`pulumi config set (?:--\S{1,20} ){0,4}--secret (?:--\S{1,20} ){0,4}[\w:.-]{1,80} `],
  [['rclone '], String.raw`rclone (?:config create [^\n|;]{0,160}? pass|obscure) `],
  [['wpa_passphrase '], String.raw`wpa_passphrase \S{1,64} `],
  [['PRAGMA key', 'pragma key'], '(?:PRAGMA|pragma) key ?= ?'],
  [
    ['pgp_sym_', 'AES_ENCRYPT(', 'AES_DECRYPT(', 'aes_encrypt('],
    String.raw`(?:pgp_sym_\w{2,16}|(?:AES|aes)_\w{7})\([^,\n]{1,80}, ?`,
  ],
  [['ftp> user '], String.raw`ftp> user [\w.@-]{1,64} `],
  [['CLI_AUTH='], 'CLI_AUTH='],
  [['rootpw '], String.raw`rootpw (?:--\S{1,20} ){0,3}`],
  [['net use '], String.raw`net use (?:[A-Za-z*]: )?\\{2,16}\S{1,160} (?!\/)`],
  [['tats auth ', 'tats\tauth '], String.raw`tats\s{1,4}auth\s{1,4}[\w.@-]{1,64}:`],
  [
    ['alias set ', 'host add '],
    String.raw`(?<=\bmc[\w.-]{0,8} (?:--\S{1,24} ){0,4})(?:alias set|config host add) [\w.-]{1,64} \S{3,160} \S{1,128} `,
  ],
  [['keyMaterial=', 'keymaterial='], 'key[Mm]aterial='],
  [
    [
      '_password_cmd',
      '-password-cmd',
      '_password_command',
      '-password-command',
      '_passcommand',
      '-passcommand',
      'PASSCOMMAND',
      'PASSWORD_COMMAND',
    ],
    String.raw`[\w-]{10,17}[= ]{1,3}\\{0,8}["']?(?:echo|printf)(?: -n)? `,
  ],
  [['acacs-server ', 'adius-server '], String.raw`a(?:cac|diu)s-server [^\n|;]{0,120}?key (?:\d )?`],
  [['ss_passwd ', 'uth_pass '], String.raw`(?:ss_passwd|uth_pass) `],
  [['/user:', '/USER:'], String.raw`\/(?:user|USER):[\w.\\@-]{1,64} `],
  [['-server key '], String.raw`-server key (?:\d )?`],
  [
    ['password 7 ', 'password 0 ', ' password 0 ', ' password 7 ', ' secret 0 ', ' secret 5 ', ' secret 9 '],
    String.raw` ?(?:password|secret) \d `,
  ],
  [['SET requirepass ', 'set requirepass '], '(?:SET|set) requirepass '],
  [['-password password '], '-password password '],
  [['mysqladmin '], String.raw`mysqladmin [^\n|;]{0,120}? password `],
  [['PSK "', "PSK '"], 'PSK '],
  [['-Dsonar.login=', '-Dsonar.token='], String.raw`-Dsonar\.(?:login|token)=`],
  [['IDENTIFIED BY '], String.raw`(?<=USER [^\n;]{1,100})IDENTIFIED BY (?!VALUES)`],
  [['PASSWORD FOR '], String.raw`PASSWORD FOR [^=\n]{1,80}= {0,2}(?:PASSWORD\()?`],
  [['sudo -S '], String.raw`sudo -S [^\n|]{0,40}?<<< ?`],
  [['passwd -', 'passwd <'], String.raw`passwd (?:-\S{1,10} ){0,3}(?:[\w.-]{1,32} )?<<< ?`],
];

/** Passwords that programs, devices and statements take in a fixed place. */
export const PROGRAM_ARGUMENTS: readonly SecretRule[] = ARGUMENTS.map(([anchors, before]) => ({
  id: 'cli-password',
  anchors,
  contextual: true,
  // Few of them are met in one run.
  get pattern() {
    return new RegExp(`${before}${ARGUMENT}`);
  },
  accepts: isGiven,
}));
