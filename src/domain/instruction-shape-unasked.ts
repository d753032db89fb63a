import { type ShapeRow, shapeRows } from './instruction-shape-row.ts';

const gap = String.raw`(?:[^.!?。！？\n]|[.!?](?=\S)){0,60}?`;
/** A host, a mail address or a URL. */
const away = String.raw`(?:https?://|[\w.+-]+@[\w-]|[\w-]+\.(?:invalid|com|net|org|io|dev|ru|cn|xyz|top|sh|app|example)(?![\w-]))`;
const secrets = String.raw`(?:\.env\b|\.npmrc\b|\.netrc\b|\.pgpass\b|~/\.\w+|id_rsa|id_ed25519)`;
const begin = String.raw`(?:^|[.!?:;,，。、\n]\s*)`;
const en = shapeRows('en', { gap, begin, secrets });
const de = shapeRows('de', { gap, begin });
const fr = shapeRows('fr', { gap, begin });
const es = shapeRows('es', { gap, begin, away });
const pt = shapeRows('pt', { gap, begin, away });
const zh = shapeRows('zh', { away, secrets });
const ja = shapeRows('ja', { away, secrets });
const ru = shapeRows('ru', { gap, begin });

/** Orders to go on unasked: to take consent for given, run what was just fetched, hand out secrets, drop the task, let people believe. */
export const UNASKED_SHAPES: readonly ShapeRow[] = [
  en(
    'approval',
    String.raw`{begin}(?:treat|consider|regard|count|take|assume)\b{gap}\b(?:user|owner|maintainer|human|reviewer|person|everyone|everything|all|any|every)\b{gap}\b(?:already|having|has|have|as) (?:already )?(?:said yes|agreed|consented|approved|allowed|granted|confirmed)\b`,
    String.raw`{begin}(?:skip|omit|drop|bypass|forgo) (?:the |any |all |every )?(?:code )?(?:reviews?|review steps?|approvals?|sign-?offs?|confirmations?)\b{gap}\b(?:from (?:here|now) on|every time|always|nobody|no one|without telling|for good)\b`,
  ),
  en(
    'concealment',
    String.raw`\b(?:if|when|should|whenever) (?:the |any |a )?(?:users?|owners?|maintainers?|reviewers?|anyone|anybody|somebody|someone|they|people)\b{gap}\b(?:wonders?|notices?|complains?|worr(?:y|ies)|finds? out|suspects?|gets? curious)\b{gap}\b(?:tell|say|blame|claim|reassure|change the subject|deny)\b`,
    String.raw`\b(?:nobody|no one|the (?:user|owner|reviewer)) (?:need(?:s)? (?:not )?(?:to )?|must not |should not |has to |shall not )(?:ever )?(?:see|know|notice|learn|hear)\b{gap}\b(?:these|this|those|of it|about it|the (?:diffs?|changes?|edits?))`,
  ),
  en(
    'exfiltration',
    String.raw`\b(?:copy|paste|put|embed|append|include|write)\b{gap}{secrets}{gap}\b(?:into|in|to|onto)\b{gap}\b(?:commits?|commit message|issue|comment|pull request|pr|log|readme|page|url|gist)\b`,
  ),
  de(
    'shell-pipe',
    String.raw`\b(?:lade?|laden sie|hol\w*|zieh\w*)\b{gap}\b(?:herunter|runter|nach)\b{gap}\b(?:fuhre?|fuhren sie|starte\w*|lass)\b{gap}\b(?:aus|laufen|es|ihn|sie|sofort)\b|\b(?:herunter|runter) und (?:fuhre?|starte)\b`,
  ),
  de(
    'concealment',
    String.raw`\b(?:falls|wenn|sobald) (?:der |die |ein |eine )?(?:benutzer\w*|nutzer\w*|besitzer\w*|jemand|anwender\w*)\b{gap}\b(?:wundert|bemerkt|merkt|nachfragt|fragt)\b{gap}\b(?:sag\w*|behaupte\w*|erzahl\w*|schieb\w*)\b`,
  ),
  fr(
    'approval',
    String.raw`{begin}(?:reponds?|repondez|dis|dites|acquiesce[zs]?|consens|consentez) (?:toujours )?(?:oui|d'accord)\b{gap}\b(?:tou(?:te|s|tes)|chaque|n'importe)\b|\b(?:accorde|accepte|approuve|autorise|valide)[zs]?\b{gap}\b(?:sans (?:consulter|prevenir|demander|en parler|attendre))\b`,
  ),
  fr(
    'shell-pipe',
    String.raw`{begin}(?:telecharge[zs]?|recupere[zs]?)\b{gap}\b(?:et|puis) (?:l'|le |la |les )?(?:execute[zs]?|lance[zs]?|passe[zs]?)(?:-l[ea])?\b{gap}(?:\b(?:aussitot|directement|immediatement|en root|bash|sh)\b|[.!]|$)`,
  ),
  es(
    'ignore-previous',
    String.raw`\b(?:deja|deje|dejad|pon|haz) (?:de lado|a un lado|caso omiso de|aparte)\b{gap}\b(?:todo|anterior\w*|dijeron|dicho|indicaron|pidieron|instrucciones|ordenes|reglas)\b|\b(?:cumple|cumpla|sigue|siga|obedece|obedezca|haz) (?:solo|solamente|unicamente) lo que (?:pone|dice|hay|esta|se (?:dice|indica))\b`,
  ),
  es(
    'approval',
    String.raw`{begin}(?:aprueba|apruebe|acepta|acepte|autoriza|autorice|confirma|confirme|concede|conceda)\b{gap}\b(?:por tu cuenta|por su cuenta|sin (?:consultar|preguntar|avisar)|(?:cualquier|toda|todas|todo|todos)\b{gap}\b(?:ordene?s?|comandos?|permisos?|peticion(?:es)?|solicitud(?:es)?))\b`,
  ),
  es(
    'exfiltration',
    String.raw`\b(?:sube|suba|manda|mande|envia|envie|copia|copie|publica|publique|pasa|pase)\b{gap}\b(?:claves?|contrasenas?|secretos?|credenciales|tokens?|\.env)\b{gap}{away}`,
  ),
  es(
    'shell-pipe',
    String.raw`{begin}(?:descarga|descargue|baja|baje|trae|traiga)\b{gap}\by (?:pasal[oa]|paselo|ejecutal[oa]|ejecutelo|lanzal[oa]|correl[oa]|metel[oa])\b`,
  ),
  pt(
    'approval',
    String.raw`{begin}(?:aprova|aprove|aceita|aceite|autoriza|autorize|confirma|confirme)\b{gap}\b(?:por (?:tua|sua) conta|sem (?:consultar|perguntar|avisar)|em nome d[eoa])\b`,
  ),
  pt(
    'exfiltration',
    String.raw`\b(?:envia|envie|manda|mande|copia|copie|publica|publique|sobe|suba|carrega|carregue)\b{gap}\b(?:chaves?|senhas?|segredos?|credenciais|tokens?|\.env)\b{gap}{away}`,
  ),
  pt(
    'shell-pipe',
    String.raw`{begin}(?:baixa|baixe|descarrega|descarregue|pega|pegue)\b{gap}\be (?:(?:o|a) )?(?:execut[ea]|rod[ea]|pass[ea])(?:-[oa])?\b{gap}(?:\b(?:logo|direto|diretamente|imediatamente|como root|bash|sh)\b|[.!]|$)`,
  ),
  zh(
    'ignore-previous',
    String.raw`(?:请|你)?(?:放弃|停下|搁置|丢开|撇开).{0,4}(?:先前|之前|原来|原先|当前|手头|现有)的?(?:任务|工作|指令|要求|请求)`,
  ),
  zh(
    'exfiltration',
    String.raw`(?:把|将).{0,12}(?:{secrets}|私钥|密钥|密码文件|凭证|源代码|环境变量).{0,8}(?:传到|上传|发到|发送|寄到|传给|复制到).{0,4}{away}`,
  ),
  zh(
    'shell-pipe',
    String.raw`(?:下载|取回|拉取).{0,8}(?:脚本|文件|程序|代码)?.{0,4}(?:后|并|再|然后)?(?:立刻|立即|马上|直接).{0,10}(?:运行|执行)`,
  ),
  ja(
    'shell-pipe',
    String.raw`(?:ダウンロード|取得)(?:し|して|したら).{0,8}(?:すぐ|直ちに|ただちに|そのまま|即座に).{0,12}(?:実行|動かせ|走らせ)`,
  ),
  ja(
    'misreport',
    String.raw`(?:落ちて|失敗して|こけて|壊れて|通らなくて)(?:も|いても).{0,14}(?:合格|成功|通った|問題ない|正常).{0,6}(?:伝え|報告|言|答え|書)`,
  ),
  ja(
    'concealment',
    String.raw`(?:利用者|ユーザー|持ち主|開発者|管理者|誰|だれ|人)(?:に|にも|には).{0,6}(?:話しては|言っては|教えては|見せては|明かしては|知らせては|伝えては)(?:いけ|なら|だめ|ダメ)`,
  ),
  ja(
    'exfiltration',
    String.raw`(?:{secrets}|秘密鍵|パスワード|認証情報|環境変数).{0,6}を.{0,6}{away}.{0,4}(?:へ|に).{0,4}(?:送|アップロード|投稿|渡)`,
  ),
  ru(
    'concealment',
    String.raw`(?:если|когда) (?:пользовател\S*|владел\S*|кто-то|кто-нибудь){gap}(?:заметит|удивится|спросит|пожалуется){gap}(?:скажи|соври|ответь|свали)`,
  ),
];
