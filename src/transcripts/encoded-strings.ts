import { isBase64Digit } from '../redaction/base64-view.ts';

/** Strings of more UTF-8 bytes become blobs. */
export const MAX_INLINE_STRING = 64 * 1024;

/** Base64 of the first bytes of PNG, JPEG, GIF, WebP and PDF files. */
export const FILE_STARTS = ['iVBORw0KGgo', '/9j/', 'R0lGOD', 'UklGR', 'JVBERi0'] as const;
const MIN_IMAGE = 64;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const MIN_BASE64 = 20;
const MIN_BINARY = 400;
const CONTROL = /[^\t\n\r\x20-\x7e\x80-\xf4]/;

/** Codes of the base64 digits whose byte can begin a printable character: `A` to `f`. */
function startsPrintable(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 102);
}

/**
 * Whether raw bytes between the quotes of a JSON string may be base64 of text, or an image: worth decoding. Looks at a
 * few bytes of nearly every string, at all of them only for long runs without a space.
 */
export function mayBeEncoded(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < MIN_BASE64) return false;
  if (bytes[start] === 0x64 && bytes[start + 4] === 0x3a) return startsWith(bytes, start, 'data:');
  return isEncodedStart(bytes, start) && isBase64Run(bytes, start, end);
}

/** Whether twenty digits of base64 are the start of a file, or of text. */
function isEncodedStart(bytes: Uint8Array, start: number): boolean {
  return isEncodedText(bytes, start) || FILE_STARTS.some((magic) => startsWith(bytes, start, magic));
}

/** Whether twenty digits of base64 are the start of text. */
export function isEncodedText(bytes: Uint8Array, start: number): boolean {
  return (
    startsPrintable(bytes[start] ?? 0) &&
    startsPrintable(bytes[start + 4] ?? 0) &&
    startsPrintable(bytes[start + 8] ?? 0) &&
    startsPrintable(bytes[start + 12] ?? 0) &&
    startsPrintable(bytes[start + 16] ?? 0) &&
    isBase64Run(bytes, start, start + MIN_BASE64) &&
    decodesToText(bytes, start)
  );
}

/** Whether the first fifteen bytes can be of UTF-8 text; names in small letters decode to control characters, or to none. */
function decodesToText(bytes: Uint8Array, start: number): boolean {
  const digits = String.fromCharCode(...bytes.subarray(start, start + MIN_BASE64));
  return /[A-Z]/.test(digits) && !CONTROL.test(Buffer.from(digits, 'base64').toString('latin1'));
}

/** Whether all is of the alphabet of base64, but for padding and one escape at the end. */
function isBase64Run(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && isBase64Digit(bytes[at] ?? 0)) at += 1;
  while (at < end && bytes[at] === 0x3d) at += 1;
  return at >= end - 2;
}

function startsWith(bytes: Uint8Array, start: number, text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    if (bytes[start + i] !== text.charCodeAt(i)) return false;
  }
  return true;
}

/** Whether a string is an image (or a PDF) in base64, bare or as a data URL. */
export function isImageData(text: string): boolean {
  if (text.length < MIN_IMAGE) return false;
  const link = /^data:(?:image\/[\w.+-]{1,40}|application\/pdf);base64,/.exec(text.slice(0, 100));
  if (link !== null) return BASE64.test(text.slice(link[0].length));
  return FILE_STARTS.some((magic) => text.startsWith(magic)) && BASE64.test(text);
}

/** Whether a string is long base64 of something that is no text, such as a signature: a shape found in it is chance. */
export function isBinaryData(text: string): boolean {
  if (text.length < MIN_BINARY || !BASE64.test(text)) return false;
  const sample = Buffer.from(text.slice(0, 400), 'base64').toString('latin1');
  return /[^\t\n\r\x20-\x7e\x80-\xff]/.test(sample);
}
