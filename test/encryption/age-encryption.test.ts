import { armor, generateIdentity, identityToRecipient } from 'age-encryption';
import { describe, expect, it } from 'vitest';
import type { DocumentKey } from '../../src/app/ports/encryption.ts';
import { ageEncryption } from '../../src/encryption/age-encryption.ts';
import { fc } from '../support/properties.ts';

async function keyPair(): Promise<{ readonly recipient: string; readonly key: DocumentKey; readonly secret: string }> {
  const secret = await generateIdentity();
  return { secret, recipient: await identityToRecipient(secret), key: { kind: 'identities', identities: [secret] } };
}

async function gather(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

const encrypt = (pieces: Iterable<string>, recipients: readonly string[]): Promise<Buffer> =>
  gather(ageEncryption.encrypt(pieces, { kind: 'recipients', recipients }));

async function decrypt(bytes: Uint8Array, key: DocumentKey): Promise<string> {
  const document = await ageEncryption.open([bytes], key);
  return (await gather(document.read([bytes]))).toString('utf8');
}

/** The code of the fault, or what came out. */
async function outcome(bytes: Uint8Array, key: DocumentKey): Promise<string> {
  return decrypt(bytes, key).catch((error: { readonly code?: string }) => error.code ?? String(error));
}

describe('what is encrypted to recipients', () => {
  it('comes back as it was, in whatever pieces it came, for each of them', async () => {
    const [mine, yours] = [await keyPair(), await keyPair()];
    const pieces = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(pieces, async (words) => {
        const bytes = await encrypt(words, [mine.recipient, yours.recipient]);
        expect(await decrypt(bytes, mine.key)).toBe(words.join(''));
        expect(await decrypt(bytes, yours.key)).toBe(words.join(''));
      }),
      { numRuns: 20 },
    );
  });

  it('opens with no other key, and says so', async () => {
    const bytes = await encrypt(['low tide'], [(await keyPair()).recipient]);
    expect(await outcome(bytes, (await keyPair()).key)).toBe('wrong-key');
    expect(await outcome(bytes, { kind: 'passphrase', passphrase: 'low tide' })).toBe('wrong-key');
  });

  it('is refused when it is cut off anywhere, between its chunks too', async () => {
    const { recipient, key } = await keyPair();
    const whole = await encrypt(['x'.repeat(64 * 1024), 'y'.repeat(100_000)], [recipient]);
    const header = whole.indexOf('\n', whole.indexOf('\n--- ') + 1) + 1;
    const chunk = header + 16 + 64 * 1024 + 16;
    const ends = [0, 1, 21, 40, header - 1, header, header + 15, header + 16, header + 40, chunk, chunk + 1];
    for (const end of [...ends, whole.length - 1]) {
      expect(await outcome(whole.subarray(0, end), key), `cut at ${end}`).toBe('encryption-damaged');
    }
  });

  it('is refused when a byte is changed, or one is added', async () => {
    const { recipient, key } = await keyPair();
    const whole = await encrypt(['high tide at noon'], [recipient]);
    for (let at = 0; at < whole.length; at += 3) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(['encryption-damaged', 'wrong-key'], `changed at ${at}`).toContain(await outcome(changed, key));
    }
    expect(await outcome(Buffer.concat([whole, Buffer.from('x')]), key)).toBe('encryption-damaged');
  });

  it('is refused when its header never ends', async () => {
    const { key } = await keyPair();
    function* endless(): Generator<Uint8Array> {
      yield Buffer.from('age-encryption.org/v1\n');
      for (;;) yield Buffer.from(`-> X25519 ${'A'.repeat(43)}\n${'A'.repeat(43)}\n`);
    }
    await expect(ageEncryption.open(endless(), key)).rejects.toMatchObject({ code: 'encryption-damaged' });
  });
});

describe('armored text', () => {
  it('is what the library writes, however the bytes are cut', async () => {
    const bytes = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(bytes, async (chunks) => {
        async function* stream(): AsyncGenerator<Uint8Array> {
          yield* chunks;
        }
        let text = '';
        for await (const piece of ageEncryption.armor(stream())) text += piece;
        expect(text).toBe(armor.encode(Buffer.concat(chunks)));
      }),
    );
  });

  it('without its last line is damaged', async () => {
    const text = armor.encode(Buffer.from('a breakwater'));
    expect(Buffer.from(ageEncryption.unarmor(text)).toString()).toBe('a breakwater');
    expect(() => ageEncryption.unarmor(text.split('\n').slice(0, -2).join('\n'))).toThrow(
      expect.objectContaining({ code: 'encryption-damaged' }),
    );
  });
});

describe('lines of keys', () => {
  it('leave out comments and empty lines', async () => {
    const { recipient, secret } = await keyPair();
    expect(ageEncryption.readRecipients(`# the harbour office\r\n\r\n${recipient}\r\n`, 'office.txt')).toEqual([
      recipient,
    ]);
    expect(ageEncryption.readIdentities(`# created: today\n${secret}\n`, 'key.txt')).toEqual([secret]);
  });

  it('that are mistaken are named by their place, and no secret is told', async () => {
    const { recipient, secret } = await keyPair();
    const fault = (read: () => unknown): string => {
      try {
        return String(read());
      } catch (error) {
        return String(error);
      }
    };
    const faults = [
      fault(() => ageEncryption.readRecipients(`# mine\n${secret}`, 'friends.txt')),
      fault(() => ageEncryption.readRecipients('ssh-ed25519 AAAAC3Nz', '--recipient')),
      fault(() => ageEncryption.readRecipients('', 'empty.txt')),
      fault(() => ageEncryption.readIdentities(recipient, 'key.txt')),
      fault(() => ageEncryption.readIdentities(`${secret}\n${secret.slice(0, -4)}`, 'key.txt')),
      fault(() => ageEncryption.readIdentities('AGE-PLUGIN-HARBOUR-1QQQ', 'key.txt')),
    ];
    expect(faults).toEqual([
      'LoomError: friends.txt, line 2: a secret key where a recipient is meant',
      'LoomError: --recipient: an SSH key, to which loom cannot encrypt',
      'LoomError: empty.txt: no recipient of age',
      'LoomError: key.txt: a recipient where a secret key is meant',
      'LoomError: key.txt, line 2: no secret key of age',
      'LoomError: key.txt: a key of a plugin, which loom does not run; age --decrypt can',
    ]);
  });
});
