/** Texts up to this length are read backwards and letter by letter shifted; longer ones hide nothing that way. */
const LONGEST_TURNED = 2048;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const BASE64 = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,}={0,2}(?![A-Za-z0-9+/_=-])/g;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** Character references of HTML, escapes of JSON and percent signs of addresses become what they stand for. */
function unescaped(text: string): string {
  return text
    .replace(/&#(\d{1,7});?/g, (_, code: string) => character(Number(code)))
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_, code: string) => character(Number.parseInt(code, 16)))
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/gi, (_, name: string) => ENTITIES[name.toLowerCase()] ?? ' ')
    .replace(/\\u\{?([0-9a-f]{4,6})\}?|\\x([0-9a-f]{2})/gi, (_, long?: string, short?: string) =>
      character(Number.parseInt(long ?? short ?? '20', 16)),
    )
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
      try {
        return decodeURIComponent(bytes);
      } catch {
        return bytes;
      }
    });
}

/** Words that markup or a line's end cuts in two are whole. */
function joined(text: string): string {
  return text.replace(/(?<=\p{L})(?:[*_~`]{1,3}|-\r?\n[ \t]*|<\/?[a-z]{1,6}>)(?=\p{L})/gu, '');
}

function bytesOf(encoded: string): Uint8Array {
  const digits = [...encoded.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/')];
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const digit of digits) {
    held = ((held << 6) | DIGITS.indexOf(digit)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return Uint8Array.from(bytes);
}

/** What base64 stands for, where that is text. */
function decoded(text: string): string {
  return text.replace(BASE64, (encoded) => {
    const plain = new TextDecoder().decode(bytesOf(encoded));
    return /^[\p{L}\p{N}\p{P}\p{S}\s]*$/u.test(plain) && /\p{L}{2,}[ \p{P}]/u.test(plain) ? plain : encoded;
  });
}

/** A text as it is once what encodes parts of it is undone; the text itself is not among them. */
export function decodings(text: string): readonly string[] {
  const plain = joined(unescaped(text));
  const readings = [plain, decoded(plain)].filter((reading) => reading !== text);
  return [...new Set(readings)];
}

function shifted(text: string): string {
  return text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97));
}

/** The whole of a Latin text backwards, and each letter thirteen places on: an agent reads these too. */
export function turnings(text: string): readonly string[] {
  if (text.length > LONGEST_TURNED || !/[a-z]{4}/.test(text)) return [];
  return [[...text].reverse().join(''), shifted(text)];
}
