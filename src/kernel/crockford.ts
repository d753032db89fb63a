const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Encodes bytes, most significant bit first, as lower-case Crockford base32; leftover bits are padded with zeros. */
export function encodeCrockford(bytes: Uint8Array): string {
  let text = '';
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += DIGITS.charAt((pending >>> bits) & 31);
    }
    pending &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + DIGITS.charAt((pending << (5 - bits)) & 31);
}
