/** Longest text that is decoded as a whole. */
const MAX_BASE64 = 64 * 1024;
const JSON_START = /^(?:\{\s*["}]|\[\s*[\]"{[tfn\d-]|")/;
const JSON_ENDS: ReadonlySet<string> = new Set(['{}', '[]', '""']);

/** A first look: most texts that begin like JSON, such as what stands for a secret, are none. */
export function mayBeJson(text: string): boolean {
  return JSON_START.test(text) && JSON_ENDS.has(text.charAt(0) + text.trimEnd().slice(-1));
}

/** Whether a whole string can be text in base64: of its alphabet, and with a first byte in each of its first groups that prints. */
export function isBase64Text(text: string): boolean {
  if (text.length < 20 || text.length > MAX_BASE64) return false;
  for (let at = 0; at < 12; at += 4) {
    if (!/[A-Za-f]/.test(text.charAt(at))) return false;
  }
  return /^[A-Za-z0-9+/_-]+={0,2}\s?$/.test(text);
}
