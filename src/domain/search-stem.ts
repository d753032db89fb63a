/** A rule of the stemmer: a suffix, what takes its place, and how many vowel–consonant runs must come before it. */
type Suffix = readonly [suffix: string, replacement: string];

const VOWEL = /[aeiouy]/;
const DOUBLED = /([^aeiouylsz])\1$/;
const SHORT = /^[^aeiou]*[aeiouy][^aeiouwxy]$/;

/** Rules of one step, longest suffix first; the first that fits ends the step. */
const DERIVED: readonly Suffix[] = [
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['ousli', 'ous'],
  ['entli', 'ent'],
  ['izer', 'ize'],
  ['alli', 'al'],
  ['ator', 'ate'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['eli', 'e'],
];
const SHORTENED: readonly Suffix[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];
const DROPPED = [
  'ement',
  'ance',
  'ence',
  'able',
  'ible',
  'ment',
  'ant',
  'ent',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
  'al',
  'er',
  'ic',
] as const;

/** Vowel–consonant runs of a stem: Porter's measure. */
function measure(stem: string): number {
  let runs = 0;
  let vowel = false;
  for (let at = 0; at < stem.length; at += 1) {
    const letter = stem[at] ?? '';
    const isVowel: boolean = 'aeiou'.includes(letter) || (letter === 'y' && at > 0 && !vowel);
    if (vowel && !isVowel) runs += 1;
    vowel = isVowel;
  }
  return runs;
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss') || word.endsWith('us')) return word;
  if (word.endsWith('sses') || (word.endsWith('ies') && word.length > 4)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function repaired(stem: string): string {
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (DOUBLED.test(stem)) return stem.slice(0, -1);
  return measure(stem) === 1 && SHORT.test(stem) ? `${stem}e` : stem;
}

function withoutTense(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = ['ingly', 'edly', 'ing', 'ed'].find((one) => word.endsWith(one));
  if (ending === undefined) return word;
  const stem = word.slice(0, -ending.length);
  return VOWEL.test(stem) ? repaired(stem) : word;
}

function replaced(word: string, rules: readonly Suffix[]): string {
  const rule = rules.find(([suffix]) => word.endsWith(suffix));
  if (rule === undefined) return word;
  const stem = word.slice(0, -rule[0].length);
  return measure(stem) > 0 ? stem + rule[1] : word;
}

function dropped(word: string): string {
  const suffix = DROPPED.find((one) => word.endsWith(one));
  if (suffix !== undefined) {
    const stem = word.slice(0, -suffix.length);
    return measure(stem) > 1 ? stem : word;
  }
  return /[st]ion$/.test(word) && measure(word.slice(0, -3)) > 1 ? word.slice(0, -3) : word;
}

function withoutLastVowel(word: string): string {
  if (!word.endsWith('e')) return word;
  const stem = word.slice(0, -1);
  const runs = measure(stem);
  return runs > 1 || (runs === 1 && !SHORT.test(stem)) ? stem : word;
}

function stemEnglish(word: string): string {
  const base = withoutTense(withoutPlural(word));
  const turned =
    base.length > 2 && base.endsWith('y') && VOWEL.test(base.slice(0, -1)) ? `${base.slice(0, -1)}i` : base;
  return withoutLastVowel(dropped(replaced(replaced(turned, DERIVED), SHORTENED))).replace(/ll$/, 'l');
}

const RUSSIAN =
  /(?:иями|ями|ами|ого|ему|ому|ыми|ими|его|ией|иях|ах|ях|ов|ев|ей|ой|ый|ий|ая|яя|ое|ее|ые|ие|ую|юю|ом|ем|ам|ям|ть|ла|ло|ли|ет|ит|ут|ют|ат|ят|ы|и|а|я|о|е|у|ю|ь)$/;

/** English verbs whose forms no suffix tells. */
const IRREGULAR: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'went gone go',
    'bought buy',
    'brought bring',
    'built build',
    'began begun begin',
    'broke broken break',
    'chose chosen choose',
    'came come',
    'did done do',
    'drew drawn draw',
    'drove driven drive',
    'ate eaten eat',
    'fell fallen fall',
    'felt feel',
    'found find',
    'flew flown fly',
    'gave given give',
    'grew grown grow',
    'heard hear',
    'held hold',
    'kept keep',
    'knew known know',
    'left leave',
    'lost lose',
    'made make',
    'met meet',
    'paid pay',
    'ran run',
    'read read',
    'said say',
    'saw seen see',
    'sent send',
    'sold sell',
    'spoke spoken speak',
    'spent spend',
    'swam swum swim',
    'took taken take',
    'taught teach',
    'told tell',
    'thought think',
    'threw thrown throw',
    'understood understand',
    'won win',
    'wore worn wear',
    'wrote written write',
    'children child',
    'people person',
    'men man',
    'women woman',
    'mice mouse',
    'indices index',
    'caught catch',
    'hid hidden hide',
    'rose risen rise',
    'sang sung sing',
    'slept sleep',
    'stood stand',
    'got gotten get',
    'froze frozen freeze',
    'forgot forgotten forget',
  ].flatMap((line) => {
    const forms = line.split(' ');
    const base = forms.at(-1) ?? '';
    return forms.slice(0, -1).map((form) => [form, base] as const);
  }),
);

/** The stem of a folded word: English for a–z, light endings for Cyrillic; other scripts and short words stay as they are. */
export function stemWord(word: string): string {
  if (word.length < 3) return word;
  if (/^[a-z]+$/.test(word))
    return word.length > 40 ? word : stemEnglish(Object.hasOwn(IRREGULAR, word) ? (IRREGULAR[word] ?? word) : word);
  if (word.length > 4 && /^[а-яё]+$/.test(word)) return word.replace(RUSSIAN, '');
  return word;
}

/** Whether a folded word may have a stem that begins with one of some characters: nearly all begin as their words do. */
export function mayStemTo(word: string, initials: ReadonlySet<string>): boolean {
  return initials.has(word.charAt(0)) || Object.hasOwn(IRREGULAR, word);
}
