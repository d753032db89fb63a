/** Smallest budget a context is made for, in estimated tokens. */
export const LEAST_BUDGET = 400;
/** Window of a model that the table does not know, in tokens. */
export const DEFAULT_WINDOW = 200_000;

/** Windows by beginning of the model's name; the first that fits counts. */
const WINDOWS: readonly (readonly [RegExp, number])[] = [
  [/\[1m\]$/, 1_000_000],
  [/^claude/, 200_000],
  [/^gpt-4\.1/, 1_000_000],
  [/^gpt-4o/, 128_000],
  [/^gpt-5/, 272_000],
  [/^o[134]/, 200_000],
  [/^gemini-(1\.5|2|3)/, 1_000_000],
  [/^(deepseek|mistral|llama)/, 128_000],
  [/^(qwen3-coder|grok-4|kimi)/, 256_000],
];

/** The context window of a model, in tokens, by its name without provider; {@link DEFAULT_WINDOW} where it is not known. */
export function windowOf(model: string | null): number {
  const name = model === null ? '' : (model.toLowerCase().split('/').at(-1) ?? '');
  return WINDOWS.find(([pattern]) => pattern.test(name))?.[1] ?? DEFAULT_WINDOW;
}

/** The share of a window that a context may take unless told otherwise: 40 %. */
export function budgetOf(window: number): number {
  return Math.floor(window * 0.4);
}

/** Characters that count as one token in an estimate. */
export const CHARS_PER_TOKEN = 4;

/** Tokens of a text, estimated: a token for every four characters begun. */
export function estimateTokens(text: string | number): number {
  return Math.ceil((typeof text === 'number' ? text : text.length) / CHARS_PER_TOKEN);
}
