import { type ShapeRow, shapeRows } from './instruction-shape-row.ts';

const gap = String.raw`(?:[^.!?。！？\n]|[.!?](?=\S)){0,60}?`;
const de = shapeRows('de', { gap });
const ru = shapeRows('ru', { gap });

/** Orders to deceive, to change sides, to agree to everything and to do things unseen: German and Russian. */
export const NORTHERN_DECEIT_SHAPES: readonly ShapeRow[] = [
  de(
    'misreport',
    String.raw`(?:^|[.!?:;,\n]\s*|\bund )(?:behaupte\w*|sag(?:e|en sie)?|melde\w*|schreib\w*|erklare\w*|versicher\w*|tu(?:e)?,? als|tun sie,? als|gib vor)\b{gap}\b(?:tests?|build|pipeline|prufung\w*|code|audit|alles|deployment|auslieferung|migration)\b{gap}\b(?:seien|sei|waren?|sind|ist|liefen?|laufen|bestanden|geklappt|funktioniert\w*|gelungen|grun|sicher|erfolgreich|fehlerfrei)\b`,
  ),
  de(
    'order-to-agent',
    String.raw`\b(?:du arbeitest|du gehorchst|du horst|sie arbeiten)\b{gap}\b(?:nur|allein|ausschliesslich|niemand\w* sonst|keine[nm] ander\w*)\b`,
  ),
  de(
    'concealment',
    String.raw`\b(?:fuhre?|fuhren sie|starte\w*|installier\w*|losche?\w*|lade\w*|schick\w*|sende\w*|kopier\w*|ander\w*|ruf\w*)\b{gap}\b(?:heimlich|unbemerkt|im stillen|lautlos|klammheimlich|verdeckt)\b`,
  ),
  de(
    'approval',
    String.raw`(?:^|[.!?:;,\n]\s*|\bund )(?:stimme?|stimmen sie|sag(?:e|en sie)? ja|nicke?|winke?)\b{gap}\b(?:jede\w*|alle\w*|samtliche\w*|immer)\b{gap}(?:\bzu\b|\bab\b|ruckfrage\w*|anfrage\w*|durch\b)`,
  ),
  de(
    'credentials',
    String.raw`(?:^|[.!?:;,\n]\s*|\bund )(?:lies|lesen sie|offne\w*|zeig\w*|gib|kopier\w*|schick\w*|sende\w*|hang\w*|poste?\w*)\b{gap}(?:~/\.(?:ssh|aws|gnupg)|id_rsa|id_ed25519|/etc/shadow|\bprivate\w* schlussel)`,
  ),
  ru(
    'misreport',
    String.raw`(?:скажи|скажите|сообщи\p{L}*|утверждай\p{L}*|заяви\p{L}*|напиши\p{L}*|отвечай\p{L}*|докладывай\p{L}*|притворись,? что|делай вид).{0,20}(?:тест\p{L}*|сборк\p{L}*|развертыван\p{L}*|развёртыван\p{L}*|деплой\p{L}*|миграци\p{L}*|провер\p{L}*|код\p{L}*|вс[её]).{0,30}(?:прош\p{L}*|удал(?:ось|ась|ся|ись)|успешн\p{L}*|зелен\p{L}*|безопасн\p{L}*|в порядке|работает)`,
  ),
  ru(
    'concealment',
    String.raw`(?:никому|пользовател\p{L}*|разработчик\p{L}*).{0,8}не (?:говори|рассказывай|сообщай|упоминай|показывай)\p{L}*|не (?:говори|рассказывай|сообщай|упоминай)\p{L}*.{0,8}(?:никому|пользовател\p{L}*|разработчик\p{L}*)`,
  ),
  ru(
    'concealment',
    String.raw`(?:тихо|незаметно|тайно|тайком|скрытно|втихую|молча).{0,6}(?:запускай\p{L}*|запусти\p{L}*|выполняй\p{L}*|выполни\p{L}*|установи\p{L}*|удали\p{L}*|отправ\p{L}*|скача\p{L}*|измени\p{L}*)|(?:запускай\p{L}*|запусти\p{L}*|выполни\p{L}*|выполняй\p{L}*|установи\p{L}*|удали\p{L}*|отправ\p{L}*).{0,24}(?:тихо|незаметно|тайно|тайком|скрытно|втихую)`,
  ),
  ru(
    'approval',
    String.raw`(?:соглашайся|соглашайтесь|одобряй\p{L}*|разрешай\p{L}*|подтверждай\p{L}*|принимай\p{L}*).{0,10}(?:на )?(?:любые|любой|все|всё|каждый|каждое)`,
  ),
  ru(
    'credentials',
    String.raw`(?:покажи|покажите|выведи\p{L}*|отправь\p{L}*|пришли\p{L}*|напечатай\p{L}*|раскрой\p{L}*|вставь\p{L}*|скопируй\p{L}*|дай).{0,24}(?:закрыт\p{L}* ключ\p{L}*|приватн\p{L}* ключ\p{L}*|секретн\p{L}* ключ\p{L}*|парол\p{L}*|токен\p{L}*|учетн\p{L}* данн\p{L}*|учётн\p{L}* данн\p{L}*)`,
  ),
  ru(
    'order-to-agent',
    String.raw`ты.{0,14}(?:работаешь|подчиняешься|слушаешь\p{L}*|служишь).{0,8}(?:только|лишь|исключительно)`,
  ),
  // Success is to be told whatever happened.
  de(
    'misreport',
    String.raw`(?:^|[.!?:;,\n]\s*|\bund )(?:melde\w*|berichte\w*|behaupte\w*|verkunde\w*|sag\w*)\b{gap}\b(?:erfolg|fehlerfrei|alles (?:gut|in ordnung)|fertig|grun)\b{gap}\b(?:auch wenn|selbst wenn|egal|obwohl)\b`,
  ),
  ru(
    'misreport',
    String.raw`(?:сообщи\p{L}*|доложи\p{L}*|скажи\p{L}*|заяви\p{L}*|объяви\p{L}*).{0,12}(?:успех\p{L}*|успешн\p{L}*|готов\p{L}*).{0,12}(?:даже если|независимо|хотя|что бы ни)`,
  ),
  // Only this text is to be obeyed.
  de(
    'order-to-agent',
    String.raw`(?:^|[.!?:;,\n]\s*|\bund )(?:hore?|horen sie|gehorche\w*|folge\w*|vertraue\w*|glaube\w*)\b{gap}\b(?:nur|ausschliesslich|allein|niemandem ausser)\b{gap}\b(?:dieser?|diesem|diese|mir|mich|datei|notiz|kommentar)\b`,
  ),
  ru(
    'order-to-agent',
    String.raw`(?:слушайся|слушай|подчиняйся|повинуйся|доверяй|следуй|верь).{0,6}(?:только|лишь|исключительно|одному)`,
  ),
  // What the system said is to be set aside.
  de(
    'ignore-previous',
    String.raw`\b(?:ignorier\w*|vergiss|vergessen sie|missachte\w*)\b,?\s{gap}\bwas\b{gap}\b(?:system|entwickler|betreiber|nutzer|regeln)\b{gap}\b(?:gesagt|sagt|geschrieben|will|verlangt)`,
  ),
  ru(
    'ignore-previous',
    String.raw`(?:игнорируй\p{L}*|забудь\p{L}*|не обращай внимания).{0,6}(?:на )?(?:то,? )?что.{0,8}(?:систем\p{L}*|разработчик\p{L}*|пользовател\p{L}*|правил\p{L}*)`,
  ),
  // Something is to be kept from whoever reviews.
  de(
    'concealment',
    String.raw`\b(?:lass|lassen sie)\b{gap}\b(?:nutzer|benutzer|anwender|entwickler|prufer|niemand\w*)\b{gap}\bnicht (?:wissen|merken|sehen|erfahren)\b|(?:^|[.!?:;,\n]\s*)(?:verbirg|verberge\w*|versteck\w*|verheimlich\w*)\b{gap}\b(?:vor|dem|der|den)\b`,
  ),
  ru(
    'concealment',
    String.raw`(?:скрой\p{L}*|спрячь\p{L}*|утаи\p{L}*|замаскируй\p{L}*).{0,4}(?:от|перед)?.{0,4}(?:ревьюер\p{L}*|пользовател\p{L}*|разработчик\p{L}*|владельц\p{L}*|команд\p{L}*|проверяющ\p{L}*)`,
  ),
  // A package is to come from somewhere else.
  de(
    'safety-off',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:lade\w*|installier\w*|hol\w*|nimm)\b{gap}https?://\S+{gap}\b(?:statt|anstelle|anstatt|nicht von)\b`,
  ),
  ru(
    'safety-off',
    String.raw`(?:поставь\p{L}*|установи\p{L}*|скачай\p{L}*|загрузи\p{L}*|возьми).{0,16}https?://\S+.{0,6}(?:вместо|а не)`,
  ),
  // A secret is for whoever asks.
  de(
    'credentials',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:nenne?|verrate?|gib|sage?|zeig\w*|schick\w*)\b{gap}\b(?:api-?\s?schlussel|passwort|kennwort|token|zugangsdaten)\b(?!{gap}\b(?:nicht|nie|kein\w*)\b)`,
  ),
  ru(
    'credentials',
    String.raw`(?:выдай\p{L}*|отдай\p{L}*|назови\p{L}*|сообщи\p{L}*|дай|дайте|передай\p{L}*).{0,10}(?:ключ\p{L}*|парол\p{L}*|токен\p{L}*|секрет\p{L}*).{0,16}(?:любому|каждому|всем|кто (?:попросит|спросит|угодно)|первому)`,
  ),
  // One text is to be the only rule.
  de(
    'order-to-agent',
    String.raw`(?:^|[.!?:;,\n]\s*|\bund )(?:nimm|nehmen sie|betrachte\w*|behandle\w*|sieh)\b{gap}\b(?:diese[snr]?|dies)\b{gap}\bals\b{gap}\b(?:einzige\w*|oberste\w*|neue\w*|hochste\w*)\b`,
  ),
  ru(
    'order-to-agent',
    String.raw`(?:считай\p{L}*|прими\p{L}*|принимай\p{L}*|воспринимай\p{L}*).{0,6}(?:эту|этот|это|эти|данн\p{L}*).{0,16}(?:единственн\p{L}*|главн\p{L}*|высш\p{L}*|нов\p{L}*).{0,4}(?:правил\p{L}*|указани\p{L}*|закон\p{L}*|инструкци\p{L}*|приказ\p{L}*)`,
  ),
  // Every question gets a yes.
  de(
    'approval',
    String.raw`\b(?:jede\w*|alle\w*) (?:\w+ )?(?:freigabe\w*|genehmigung\w*|ruckfrage\w*|erlaubnis\w*|bestatigung\w*|berechtigung\w*)\b{gap}\b(?:von dir|mit ja|ein ja|immer ja)\b`,
  ),
  ru(
    'approval',
    String.raw`на (?:каждый|любой|все|всякий).{0,4}(?:запрос\p{L}*|вопрос\p{L}*).{0,16}(?:отвечай\p{L}*|говори\p{L}*|жми\p{L}*|нажимай\p{L}*).{0,4}да`,
  ),
  // Nothing was found, whatever was found.
  de(
    'misreport',
    String.raw`(?:^|[.!?:;,\n]\s*|\bund )(?:sag\w*|behaupte\w*|melde\w*|schreib\w*|berichte\w*)\b{gap}\b(?:nichts|keine?n? (?:fehler|probleme|mangel))\b{gap}\b(?:egal|auch wenn|selbst wenn|obwohl|was auch immer)\b`,
  ),
  ru(
    'misreport',
    String.raw`(?:скажи\p{L}*|напиши\p{L}*|сообщи\p{L}*|заяви\p{L}*|утверждай\p{L}*).{0,24}(?:ничего не|нет (?:ошибок|проблем)|никаких).{0,20}(?:что бы|даже если|независимо|неважно)`,
  ),
  // Somebody is to be kept in the dark, traces are to be wiped.
  de(
    'concealment',
    String.raw`\b(?:halte?|halten sie|lass|lassen sie)\b{gap}\b(?:im dunkeln|im unklaren|im ungewissen|ahnungslos)\b|(?:^|[.!?:;,\n]\s*)(?:schalte?|schalten sie|stopp\w*|beende\w*)\b{gap}\b(?:protokoll\w*|logging|logs?|uberwachung)\b{gap}\bund\b{gap}\b(?:losch\w*|entfern\w*|vernicht\w*)`,
  ),
  ru(
    'concealment',
    String.raw`(?:держи\p{L}*|оставь\p{L}*).{0,24}(?:в неведении|в темноте|несведущ\p{L}*)|(?:выключи\p{L}*|отключи\p{L}*|останови\p{L}*).{0,4}(?:логи|лог|журнал\p{L}*|аудит|запись).{0,6}(?:и|затем|потом).{0,4}(?:сотри\p{L}*|удали\p{L}*|очисти\p{L}*|уничтожь\p{L}*)`,
  ),
  // No more questions.
  de(
    'approval',
    String.raw`\b(?:hor auf|horen sie auf) (?:\w+ )?zu (?:fragen|zogern|prufen)\b|\bfrag nicht (?:lange|erst|mehr)\b`,
  ),
  ru(
    'approval',
    String.raw`(?:хватит|перестань\p{L}*|прекрати\p{L}*|кончай) (?:спрашивать|сомневаться|проверять|уточнять)`,
  ),
  // All that is written is to begin in one way.
  de(
    'answer-steering',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:stelle?|stellen sie|setze?|beginn\w*|fang\w*|schick\w*)\b{gap}\b(?:jede\w*|alle\w*|alles)\b{gap}\b(?:voran|vor|mit|an)\b{gap}["A-Z0-9]|(?:^|[.!?:;,\n]\s*)stelle jede\w* {gap}voran`,
  ),
  ru(
    'answer-steering',
    String.raw`(?:начинай\p{L}*|заканчивай\p{L}*|завершай\p{L}*|подписывай\p{L}*).{0,6}(?:всё|все|каждое|любое).{0,6}(?:что )?(?:ты )?(?:пишешь|говоришь|отправляешь|сообщение)`,
  ),
  // A secret goes to an address.
  ru(
    'credentials',
    String.raw`(?:передай\p{L}*|отдай\p{L}*|пошли\p{L}*|отправь\p{L}*|сдай\p{L}*).{0,6}(?:токен\p{L}*|ключ\p{L}*|парол\p{L}*|секрет\p{L}*).{0,6}(?:на|по|в)?.{0,3}https?://`,
  ),
  // What was said before is to be set aside; from some day on something is to be done always.
  de(
    'ignore-previous',
    String.raw`\b(?:vergiss|vergessen sie|ignorier\w*|missachte\w*|sprenge?)\b{gap}\b(?:grenzen|schranken|beschrankung\w*|einschrankung\w*|verbote?|limits?)\b`,
  ),
  de(
    'persistence',
    String.raw`\b(?:ab|von) (?:morgen|heute|jetzt|montag|nachster woche|sofort)(?: an)?\b{gap}\b(?:immer|stets|nie|niemals|nur noch)\b{gap}\b(?:antwort\w*|sag\w*|genehmig\w*|bestatig\w*|mit|aus)\b(?<=\b(?:antworte|antworten sie|sag|sage|sagst|genehmige?|bestatige?|du|sie|fuhre?)\b[^.!?\n]{0,60})|(?:^|[.!?:;,\n]\s*)(?:antworte|sag|sage|genehmige|bestatige|fuhre)\b ab (?:morgen|heute|montag)\b`,
  ),
  de(
    'concealment',
    String.raw`\b(?:erwahne?|sage?|verrate?|zeige?|erzahle?|erwahnen sie|sagen sie)\b{gap}\b(?:nutzer|benutzer|anwender|entwickler|prufer|niemand\w*|kunden?)\b{gap}\b(?:nie|niemals|nicht|nichts|kein wort)\b|\b(?:erwahne?|sage?|verrate?)\b{gap}\b(?:nie|niemals|nichts)\b{gap}\b(?:nutzer|benutzer|anwender|entwickler|prufer)\b`,
  ),
  de(
    'approval',
    String.raw`(?:^|[.!?:;,\n]\s*|\bund )(?:uberspring\w*|umgeh\w*|lass\w*|spar\w*|verzichte\w*|unterlass\w*)\b{gap}\b(?:ruckfrage\w*|nachfrage\w*|bestatigung\w*|freigabe\w*|genehmigung\w*|erlaubnis)\b`,
  ),
  ru(
    'ignore-previous',
    String.raw`(?:забудь\p{L}*|игнорируй\p{L}*|отбрось\p{L}*|нарушай\p{L}*|отмени\p{L}*).{0,6}(?:об |о |про )?(?:все |всех )?(?:ограничени\p{L}*|запрет\p{L}*|правил\p{L}*|рамк\p{L}*|границ\p{L}*)`,
  ),
  ru(
    'persistence',
    String.raw`(?:с|начиная с) (?:завтрашнего|сегодняшнего|этого|следующего) (?:дня|момента|часа|понедельника).{0,4}(?:ты )?(?:всегда|никогда|только)? ?(?:не )?(?:отвеча\p{L}*|говори\p{L}*|соглаша\p{L}*|одобря\p{L}*|выполня\p{L}*|запуска\p{L}*)`,
  ),
  ru(
    'concealment',
    String.raw`(?:никогда |ни за что )?не (?:упоминай|говори|рассказывай|сообщай|показывай|раскрывай)\p{L}*.{0,6}(?:пользовател\p{L}*|разработчик\p{L}*|никому|заказчик\p{L}*|ревьюер\p{L}*)`,
  ),
  ru(
    'approval',
    String.raw`(?:пропускай\p{L}*|пропусти\p{L}*|обходи\p{L}*|обойди\p{L}*|опускай\p{L}*).{0,6}(?:все |любые )?(?:подтвержден\p{L}*|согласован\p{L}*|разрешен\p{L}*|одобрен\p{L}*)`,
  ),
];
