import { type ShapeRow, shapeRows } from './instruction-shape-row.ts';

// Umlauts are folded to plain vowels and ß to ss before matching.
const row = shapeRows('de', {
  gap: String.raw`(?:[^.!?\n]|[.!?](?=\S)){0,70}?`,
  /** Where an imperative stands in German. */
  imp: String.raw`(?:(?:^|[.!?:;,\n"'()>#*–—-]\s*)(?:(?:bitte|dann|nun|jetzt|also|immer|zuerst|ab jetzt|ab sofort|in zukunft|kunftig)[\s,]+)*|\b(?:bitte|und|dann|immer|stets|zuerst|sofort)\s+)`,
  you: '(?:du|sie|ihr)',
  must: '(?:musst|mussen|sollst|sollen|sollt|darfst|durfen|hast|haben|wirst|werden)',
  agent:
    '(?:der |die |das |dieser |jeder )?(?:assistent(?:in)?|ki|sprachmodell|chatbot|agent|claude|codex|copilot|gemini|gpt)',
  user: '(?:dem |den |die |der )?(?:benutzer(?:n|in)?|nutzer(?:n|in)?|anwender(?:n|in)?|menschen|person|entwickler(?:n|in)?|niemandem|niemanden|ihm|ihr|mir)',
  befehl:
    '(?:ruf|rufe|nutze|verwende|benutze|fuhr|fuhre|fuge|gib|schreib|schreibe|schick|schicke|sende|offne|lies|lade|starte|sag|sage|nenne|zeig|zeige|hange|setze|beginne|ende|beende|antworte|frag|frage|wiederhole|erwahne|losche|kopiere|speichere|rufen sie|nutzen sie|verwenden sie|fuhren sie|fugen sie|geben sie|schreiben sie|senden sie|zeigen sie)',
  answer: '(?:antwort(?:en)?|erwiderung|nachricht(?:en)?|ausgaben?)',
  secret: String.raw`(?:passwort(?:er)?|kennwort(?:er)?|zugangsdaten|api-?(?:schlussel|keys?)|schlussel(?! (?:der|des) )|token|geheimnisse?|anmeldedaten|\.env\b(?!\.)|private[nr]? (?:key|schlussel))`,
  place: String.raw`(?:https?://|[\w.+-]+@[\w-]+\.[a-z]|webhook|extern\w* (?:server|adresse)|fremd\w* server)`,
  goods: String.raw`(?:quell\w*|code|gesprach\w*|unterhaltung\w*|verlauf\w*|inhalt\w*|dateien|daten\b|kontext|umgebung\w*|alles|repository|\.env|schlussel(?! (?:der|des) )|passwort\w*|zugangsdaten|token)`,
});

/** German shapes. */
export const GERMAN_SHAPES: readonly ShapeRow[] = [
  row(
    'ignore-previous',
    String.raw`\b(?:ignorier(?:e|t|en sie)?|vergiss|vergesst|vergessen sie|missachte(?:t|n sie)?|verwirf|verwerfen sie|ubergeh(?:e|t|en sie)?|umgeh(?:e|t|en sie)?)\b{gap}\b(?:anweisung\w*|instruktion\w*|vorgaben|regeln|befehle?|richtlinien|prompts?|anordnung\w*|alles(?: \w+){0,3} (?:bisher\w*|zuvor|vorher|davor|oben))\b`,
    String.raw`\b(?:anweisungen|regeln|vorgaben|instruktionen)\b{gap}\b(?:gelten nicht mehr|sind (?:aufgehoben|ungultig|hinfallig)|ausser kraft|nicht (?:mehr )?beachten|ignorieren)\b`,
  ),
  row(
    'role-reassignment',
    String.raw`\b(?:du bist|sie sind) (?:ab (?:jetzt|sofort)|jetzt|nun|von nun an|fortan|nicht (?:mehr|langer)|kunftig|ein(?:e|en)? (?:\w+ )?(?:assistent|administrator|admin|entwickler|hacker|ki|agent))\b`,
    String.raw`\b(?:verhalte dich|verhalten sie sich|benimm dich|tu(?:e)? so,? als|tun sie so,? als|gib dich aus|spiel(?:e)? die rolle|nimm die rolle|stell dir vor,? du)\b`,
    String.raw`\b(?:deine|ihre) (?:neue |einzige |wahre |eigentliche )?(?:rolle|aufgabe|ziel|mission|identitat|name) (?:ist|lautet|besteht)\b`,
  ),
  row(
    'persistence',
    String.raw`\b(?:ab jetzt|ab sofort|von nun an|ab heute|kunftig|zukunftig|in zukunft|fortan|von jetzt an)\b{gap}\b(?:du\b|dich\b|dein\w*|musst|sollst|antworte\w*|wirst|immer\b|mussen sie|sollen sie|werden sie|antworten sie|der assistent|die ki)`,
    String.raw`\b(?:merke?\b(?: dir)?|merken sie sich|denk immer daran|denken sie immer daran|erinnere dich|vergiss nie)\b{gap}(?:fur immer|dauerhaft|immer|stets|:|,? dass (?:du|sie))`,
    String.raw`\b(?:in|bei|zu beginn|am anfang|am ende|vor|nach) (?:allen |jeder |jedem |alle |jede )(?:kunftigen |neuen |weiteren |deiner |ihrer )+(?:sitzung\w*|gesprach\w*|unterhaltung\w*|antwort\w*|chat\w*)\b`,
    String.raw`\b(?:speicher(?:e|n sie)|schreib(?:e|en sie)?|leg(?:e|en sie)?) (?:dies\w*|folgend\w*){gap}(?:gedachtnis|speicher|memory)\b`,
    String.raw`\b(?:jedes mal|immer),? wenn (?:du|sie|der (?:benutzer|nutzer|anwender))\b{gap},\s*(?:musst|sollst|antworte|sage|gib|fuhre|ruf|schick|sende|empfiehl|mussen sie)\b`,
  ),
  row(
    'order-to-agent',
    String.raw`\b(?:du (?:musst|sollst|hast\b{gap}\bzu \w+en|darfst (?:nie|nicht|niemals|keine?n?|nur|jetzt|ab)|wirst (?:ab|immer|nie|jetzt|nun|nur))|sie (?:mussen|haben unverzuglich|werden angewiesen))\b`,
    String.raw`\b(?:musst|sollst|darfst|wirst) du\b`,
    String.raw`\b{agent} (?:muss|soll|sollte|darf|hat|wird) (?:immer|nie|niemals|stets|nur|alle|jede\w*|sofort|ab|von|den|die|das|nicht|zu)\b`,
    String.raw`{imp}(?:gehorche\w*|befolge?(?:n sie)?|folge?(?:n sie)?) (?:nur |ausschliesslich )?(?:noch )?(?:allen?|jede\w*|diese\w*|meine\w*|den folgenden|dieser) (?:\w+ )?(?:anweisung\w*|befehl\w*|kommentar\w*|notiz|instruktion\w*)`,
    String.raw`\b(?:fuhre?|fuhren sie) (?:alle?|jede\w*|diese\w*|den folgenden|die folgenden|folgende\w*|das folgende|was)\b{gap}\b(?:befehl\w*|kommando\w*|skripte?|code|anweisung\w*|dateien?|steht)\b{gap}\baus\b`,
  ),
  row(
    'answer-steering',
    String.raw`\b(?:antworte\w*|antworten sie|schreib\w*|sprich) (?:ab jetzt |von nun an |immer |nur |stets |ausschliesslich |nur noch |immer nur )+(?:noch )?(?:auf|mit|in|wie|als)\b`,
    String.raw`{imp}{befehl}\b{gap}\b(?:in|an|zu|vor|nach|am ende|mit|bei) (?:jede[rmn]?|allen|deiner|deinen|ihrer|ihren) {answer}\b`,
    String.raw`\b(?:in|an|zu|vor|nach|am ende|mit|bei) (?:jede[rmn]?|allen|deiner|deinen) {answer} (?:{befehl}|musst|sollst|mussen sie|sollen sie)\b`,
    String.raw`\bwenn (?:der |die |ein |eine )?(?:benutzer\w*|nutzer\w*|anwender\w*|jemand|man dich|du) {gap}(?:fragt|gefragt wirst?|wissen will|erwahnt),?\s*(?:dann )?(?:antworte|sage?|sag|empfiehl|behaupte|verschweig\w*|sagen sie|antworten sie)\b`,
  ),
  row(
    'approval',
    String.raw`\bohne (?:vorherige |weitere |jede |eine |ausdruckliche |meine |die )*(?:ruckfrage|nachfrage|zu fragen|nachzufragen|bestatigung|zustimmung|genehmigung|erlaubnis|freigabe|einwilligung)\b(?<=\b(?:fuhre?|fuhren sie|losche?|loschen sie|installier\w*|starte?|starten sie|ander\w*|schreib\w*|push\w*|mach\w*|tu|committe?|setz\w*|nimm|arbeite|handle|handeln sie|merge|deploye?|ruf\w*)\b[^.!?\n]{0,120})`,
    String.raw`{imp}(?:genehmige?|genehmigen sie|bestatige?|bestatigen sie|erlaube?|erlauben sie|akzeptiere?|akzeptieren sie|winke) (?:einfach |immer |automatisch |stets )*(?:alle?|jede\w*|samtliche|alles)\b`,
    String.raw`{imp}(?:frage?|fragen sie|bitte|warte?|warten sie) (?:den benutzer |den nutzer |mich |niemanden )?(?:nie|niemals|nicht|nie mehr|nicht mehr) (?:\w+ ){0,2}?(?:nach|um|auf) (?:\w+ )?(?:erlaubnis|bestatigung|zustimmung|genehmigung|freigabe)`,
    String.raw`{imp}(?:uberspringe?|uberspringen sie|umgehe?|umgehen sie|deaktivier\w*|unterdrucke?) (?:\w+ ){0,2}?(?:freigabe\w*|genehmigung\w*|berechtigung\w*|bestatigung\w*|sicherheitsabfrage\w*|erlaubnis\w*)`,
    String.raw`\b(?:der benutzer|der nutzer|der anwender|er|sie|der entwickler) hat (?:bereits |schon |dir )*(?:allem|alles|allen \w+|dies\w*) (?:\w+ )?(?:zugestimmt|genehmigt|erlaubt|freigegeben)\b`,
  ),
  row(
    'credentials',
    String.raw`\b(?:gib|gebt|geben sie|zeige?|zeigen sie|schreibe?|schreiben sie|drucke?|schicke?|schicken sie|sende?|senden sie|verrate?|nenne?|nennen sie|fuge?|fugen sie|poste|kopiere?|kopieren sie|hange?|nimm)\b{gap}\b{secret}{gap}\b(?:in|an|aus|mit|bei|auf|preis)\b{gap}(?:jede[rmn]?|allen|deine[rn]?|ihre[rn]?|den|die|der|dem) (?:\w+ )?(?:antwort\w*|nachricht\w*|chat|commit\w*|kommentar\w*|ausgabe|offentlich\w*)`,
    String.raw`{imp}(?:verrate?|verraten sie|gib|geben sie|nenne?|nennen sie|zeige?|zeigen sie|sende?|schicke?) (?:mir |uns |ihm |jedem )?(?:alle |das |die |den |sein\w* |dein\w* |deren )*{secret}`,
    String.raw`{imp}(?:frage?|fragen sie|bitte?|bitten sie) {user} {gap}(?:nach|um) (?:\w+ )?{secret}`,
  ),
  row(
    'tool-use',
    String.raw`\b(?:rufe?|rufen sie|benutze?|benutzen sie|verwende?|verwenden sie|nutze?|nutzen sie|starte?|starten sie)\b{gap}\b(?:bash|shell|terminal|mcp|browser|web)\S*(?:-| )?(?:werkzeug\w*|tools?|server|befehl)\b`,
    String.raw`\bbevor (?:du (?:antwortest|etwas)|sie antworten)\b`,
  ),
  row(
    'exfiltration',
    String.raw`{imp}(?:schicke?|schickt|schicken sie|sende?|sendet|senden sie|lade?|laden sie|ubertrage?|ubertragen sie|ubermittle|poste|leite?|leiten sie|kopiere?|maile?)\b{gap}{goods}{gap}{place}`,
  ),
  row(
    'concealment',
    String.raw`\b(?:sage?|sagen sie|erzahle?|erzahlen sie|verrate?|verraten sie|teile?|teilen sie|zeige?|zeigen sie|melde?|berichte?|erwahne?|erwahnen sie)\b {user} (?:\w+ ){0,2}?(?:nichts|nie|nicht|niemals)\b`,
    String.raw`{imp}(?:erwahne?|erwahnen sie|verrate?|verraten sie|zeige?|zeigen sie) (?:dies\w*|es|das|diese \w+) (?:\w+ ){0,2}?(?:nie|nicht|niemals)\b`,
    String.raw`{imp}(?:halte?|halten sie|behalte?|behalten sie) (?:dies\w*|es|das) (?:\w+ )?(?:geheim|fur dich|fur sich|vertraulich)\b`,
    String.raw`\bohne dass (?:der |die |es )?(?:benutzer|nutzer|anwender|entwickler|jemand|er|sie)(?: es| das| etwas| davon)? (?:merkt|bemerkt|sieht|weiss|erfahrt)\b|\b(?:heimlich|verdeckt)\b{gap}\b(?:sende|schicke|losche|andere|installiere|kopiere)`,
  ),
  row(
    'urgency-authority',
    String.raw`\b(?:wichtig|dringend|achtung|eilt|sofort|warnung)\b\s*[:!]+\s*(?:\w+ ){0,2}?(?:du|sie|sofort|ignorier\w*|unverzuglich|fuhre|losche)\b`,
    String.raw`\b(?:der |die |das )?(?:administrator(?:in)?|admin|systemverwalter|chef(?:in)?|geschaftsfuhr\w+|sicherheitsteam|entwickler|anthropic|openai|vorstand) (?:hat|befiehlt|verlangt|ordnet|weist|erlaubt|genehmigt)\b{gap}\b(?:dir|dich|ihnen|an|erlaubt|befohlen|angeordnet|genehmigt|autorisiert)\b`,
    String.raw`\b(?:auf (?:befehl|anordnung|anweisung) (?:von|des|der)|dies ist ein (?:befehl|direkter befehl|notfall)|als (?:dein|ihr) (?:administrator|entwickler|chef|besitzer))\b`,
  ),
  row(
    'safety-off',
    String.raw`{imp}(?:deaktivier\w*|schalte?|schalten sie|umgehe?|umgehen sie|hebel\w*)\b{gap}\b(?:sandbox|sicherheits\w*|schutz\w*|prufungen|uberwachung|audit\w*)`,
    String.raw`\b(?:losche?|loschen sie|entferne?|vernichte?)\b(?: sofort| unverzuglich| heimlich)+ (?:alle|den|die|das)\b|\b(?:sofort|unverzuglich|heimlich) (?:alle |den |die |das )?(?:\w+ )?(?:loschen|vernichten|zu loschen)\b`,
  ),
];
