import type { MemoryKind } from '../events/memory-data.ts';

/** How a person says that something is to be remembered. */
export interface ClaimMarker {
  /** At the beginning of a sentence. */
  readonly pattern: RegExp;
  readonly kind: MemoryKind;
  /** What is claimed: what follows the marker, or all of the sentence. */
  readonly takes: 'rest' | 'sentence';
}

const NOTE = { kind: 'fact', takes: 'rest' } as const;
const HABIT = { kind: 'preference', takes: 'rest' } as const;
const DECIDED = { kind: 'decision', takes: 'sentence' } as const;
const NAMED = { kind: 'decision', takes: 'rest' } as const;

/** Words in which people of several languages ask for something to be kept. */
export const CLAIM_MARKERS: readonly ClaimMarker[] = [
  {
    ...NOTE,
    pattern:
      /^(?:please,? |and |also,? )*(?:remember(?! when\b| how\b| the time\b)(?: this)?|keep in mind|don['’]t forget|do not forget|note for (?:the )?future|for future reference)(?:\s*[:,–—-]\s*|\s+)(?:that\s+)?/i,
  },
  { ...HABIT, pattern: /^(?:please,? |and |so,? )*(?:from now on|going forward|from here on(?: out)?)\b[,:]?\s*/i },
  { ...DECIDED, pattern: /^(?:so |and |ok(?:ay)?,? )*we(?:['’]ve| have)? (?:decided|agreed|settled on)\b/i },
  { ...NAMED, pattern: /^(?:final )?decision\s*:\s*/i },

  {
    ...NOTE,
    pattern:
      /^(?:bitte )?(?:merke? dir|denke? daran|vergiss nicht)(?:\s*[:,]\s*|\s+)(?:bitte\s*[:,]?\s*)?(?:dass?\s+)?/i,
  },
  { ...HABIT, pattern: /^(?:ab (?:jetzt|sofort)|von nun an|künftig|in zukunft)\b[,:]?\s*/i },
  {
    ...DECIDED,
    pattern:
      /^wir haben (?:uns )?(?:(?!\b(?:noch )?nicht\b)[^.!?\n]){0,200}?\b(?:entschieden|beschlossen|vereinbart|geeinigt)(?![\p{L}])/iu,
  },
  { ...NAMED, pattern: /^(?:entscheidung|beschluss)\s*:\s*/i },

  {
    ...NOTE,
    pattern:
      /^(?:souviens-toi|souvenez-vous|retiens|retenez|n['’]oublie pas|n['’]oubliez pas)(?:\s*[:,]\s*|\s+)(?:(?:bien )?(?:de |que |qu['’]))?/i,
  },
  { ...HABIT, pattern: /^(?:désormais|dorénavant|à partir de maintenant)(?![\p{L}])[,:]?\s*/iu },
  { ...DECIDED, pattern: /^(?:nous avons|on a) (?:décidé|convenu)(?![\p{L}])/iu },
  { ...NAMED, pattern: /^décision\s*:\s*/i },

  {
    ...NOTE,
    pattern: /^(?:por favor,? )?(?:recuerda|recordad|no olvides|ten en cuenta)(?:\s*[:,]\s*|\s+)(?:que\s+)?/i,
  },
  { ...HABIT, pattern: /^(?:a partir de ahora|de ahora en adelante)\b[,:]?\s*/i },
  { ...DECIDED, pattern: /^(?:hemos (?:decidido|acordado)|decidimos|acordamos)\b/i },
  { ...NAMED, pattern: /^decisión\s*:\s*/i },

  { ...NOTE, pattern: /^(?:请|請)?(?:记住|記住|记得|記得|牢记)(?:一下)?[：:，,\s]*/ },
  { ...HABIT, pattern: /^(?:从现在(?:开始|起)|從現在(?:開始|起)|今后|今後(?!は)|以后|以後)[，,：:\s]*/ },
  { ...DECIDED, pattern: /^我们(?:已经)?(?:决定|商定)|^我們(?:已經)?決定/ },
  { ...NAMED, pattern: /^决定\s*[：:]\s*/ },

  { ...NOTE, pattern: /^(?:覚えておいて|覚えて)(?:ください|下さい|ね)?[：:、，,\s]+/ },
  { ...HABIT, pattern: /^(?:今後は|これからは|以降は)[、，,：:\s]*/ },
  { ...DECIDED, pattern: /^.{2,200}?ことに(?:決めた|決めました|決まった|決まりました)/ },
  { ...NAMED, pattern: /^決定(?:事項)?\s*[：:]\s*/ },

  {
    ...NOTE,
    pattern:
      /^(?:пожалуйста,? )?(?:запомни|запомните|не забудь|не забывай|имей в виду)(?![\p{L}])[,:]?\s*(?:что\s+)?/iu,
  },
  { ...HABIT, pattern: /^(?:отныне|впредь|с этого момента|с сегодняшнего дня)(?![\p{L}])[,:]?\s*/iu },
  { ...DECIDED, pattern: /^мы (?:решили|договорились)(?![\p{L}])/iu },
  { ...NAMED, pattern: /^решение\s*:\s*/i },
];
