import { isChosen, isChosenWord, isNoReference, isTelling, textOf, valueRange } from './matched-value.ts';
import type { SecretRule } from './secret-rule.ts';

const VALUE = String.raw`["'\x60*]{0,3}(?<value>[^\s"'\x60<>\\]{6,512}?)(?=[.,;:!?)]{0,3}["'\x60*]{0,3}(?:[\s"'\x60<>\\]|$))`;
/** Words for a password behind which stands what it is set to: `nimm x als Passwort`. */
const AS_PASSWORD = [
  ...[' as the db p', ' as db p', ' as the ssh p', ' as the vpn p', ' as the login p', ' as the initial p'],
  ...[' as the master p', ' as the sudo p', ' as the wifi p', ' as the database p', ' as the user p', ' as our p'],
  ...[' als Passwort', ' als Kennwort', ' als wachtwoord', ' como clave', ' como contrase', ' como senha'],
  ...[' comme mot de passe', ' come password', ' come parola', ' som passord', ' som adgangskode', ' jako has'],
  ...[' jako heslo', ' como password', ' come chiave', ' comme cl', ' als Schl', ' als token', ' als Token'],
];

/** Programs whose `-p` is a port, a path or a question. */
const OTHER_OPTION =
  /\b(?:mysql\w*|mariadb[\w-]*|psql|ssh|scp|docker|podman|git|tar|cp|mkdir|ps|nmap|pytest|patch|su|sudo)\b[^\n|;]{0,200}$/;

function isOfUser(match: RegExpExecArray): boolean {
  const before = match.input.slice(Math.max(0, match.index - 200), match.index);
  return isChosen(match) && !/[/:]|\.\w{1,4}$/.test(textOf(match)) && !OTHER_OPTION.test(before);
}

/** Secrets that a program or a person announces in a sentence before them, or says behind them what they are. */
export const ANNOUNCED_SECRETS: readonly SecretRule[] = [
  {
    id: 'spoken-secret',
    anchors: ['ew value: ', 'ew Value: '],
    contextual: true,
    get pattern() {
      return new RegExp(String.raw`(?<=(?:ssword|ecret|oken|redential|[kK]ey)[\s\S]{0,160})ew [vV]alue: ${VALUE}`);
    },
    accepts: isTelling,
  },
  {
    id: 'spoken-secret',
    anchors: ['ted password', 'ial password', 'ary password', 'ssword is generated for ', 'ssword generated for '],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?:(?:ted|ial|ary) pa)?ssword(?: (?:is|was|has been) generated)?(?: for [^\s:]{1,80}(?: user)?)?(?::| is:?) ${VALUE}`,
      );
    },
    accepts: isTelling,
  },
  {
    id: 'spoken-secret',
    anchors: ['ecret', 'oken', 'ssword', 'key'].flatMap((word) =>
      ['you ', 'we ', 'I ', 'that '].map((next) => `${word} ${next}`),
    ),
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?:ecret|oken|ssword|key) (?:you|we|I|that)\b[^\n:.]{1,48}?(?: is:?| are:?|:) ${VALUE}`,
      );
    },
    accepts: isChosen,
  },
  {
    id: 'spoken-secret',
    anchors: ['alue of ', 'alue for '],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`alue (?:of|for) (?:the )?["'\x60]{0,1}[\w.-]{0,40}(?:SECRET|TOKEN|PASSWORD|KEY|secret|token|password|key)\w{0,12}["'\x60]?[^\n:]{0,60}?(?: is:?|:| =) ${VALUE}`,
      );
    },
    accepts: isChosen,
  },
  {
    id: 'spoken-secret',
    anchors: AS_PASSWORD,
    contextual: true,
    pattern: / (?:as|als|como|comme|come|som|jako) /,
    spans: wordBefore,
  },
  {
    id: 'wifi-key',
    anchors: ['PSK: ', 'PSK = ', 'PSK is ', 'PSK='],
    contextual: true,
    get pattern() {
      return new RegExp(String.raw`PSK(?:: | = | is |=)${VALUE}`);
    },
    accepts: isTelling,
  },
  {
    id: 'cli-password',
    anchors: ['echo -', 'printf "', "printf '", 'printf \\"'],
    contextual: true,
    pattern:
      /(?:echo(?: -\w{1,3}){1,2}|printf) \\{0,8}["'](?<value>(?<twice>[^\s"'\\|]{4,128})\\{1,8}n\k<twice>)(?:\\{1,8}n)?\\{0,8}["'] {0,2}\|[^\n|]{0,60}(?:passwd|pdbedit|cryptsetup|keytool|kinit|adduser|createuser)/,
    accepts: isNoReference,
  },
  {
    id: 'cli-password',
    anchors: [' -u ', ' --user ', ' --username ', ' --user=', ' --username='],
    contextual: true,
    pattern:
      / (?:-u|--user(?:name)?)[ =]\S{1,64}(?: -[a-zA-Z] [^\s-]\S{0,128}){0,3}? -p ?(?<quote>\\{0,8}["']?)(?<value>[^\s"'\x60\\|;&<>()-][^\s"'\x60\\|;&<>()]{5,256})/,
    accepts: isOfUser,
  },
];

/** The word before a place: `use x as the db password`. */
function wordBefore(text: string, at: number): readonly (readonly [number, number])[] {
  const before = text.slice(Math.max(0, at - 140), at);
  const match = /(?:^|[\s"'\x60*(«„])(?<value>[^\s"'\x60*(«„][^\s"'\x60*»“]{5,127})["'\x60*»“]{0,3} {0,2}$/d.exec(
    before,
  );
  return valueRange(match, at - before.length, isChosenWord);
}
