/** The result of redacting one decoded string. */
export interface RedactedText {
  readonly text: string;
  /** Number of replacements by rule id; empty when nothing was replaced. */
  readonly rules: Readonly<Record<string, number>>;
}

/** Replaces secrets by `[redacted:<rule>:<tag>]`. Idempotent; fails closed (`[redacted:failed:…]`), never throws. */
export interface Redactor {
  redact(text: string): RedactedText;
  /**
   * Redacts a string that stands under a key: `{"password": "x"}` is a secret by its name.
   * `key` is the decoded object key, already redacted itself.
   */
  redactUnderKey(key: string, text: string): RedactedText;
  /** The same, where every replacement is at most as long as what it replaces, also as JSON: for what may not grow. */
  readonly inPlace?: Redactor;
}
