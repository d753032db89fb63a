import { Decrypter, Encrypter } from 'age-encryption';
import { LoomError } from '../kernel/loom-error.ts';

interface KeyLine {
  readonly line: string;
  /** Where it stands, for errors; the line itself may be a secret. */
  readonly place: string;
}

function* keyLines(text: string, source: string): Generator<KeyLine> {
  const lines = text.split(/\r?\n/);
  for (const [at, raw] of lines.entries()) {
    const line = raw.trim();
    const place = lines.length === 1 ? source : `${source}, line ${at + 1}`;
    if (line !== '' && !line.startsWith('#')) yield { line, place };
  }
}

function accepts(add: () => void): boolean {
  try {
    add();
    return true;
  } catch {
    return false;
  }
}

function recipientFault(line: string): string {
  if (/^AGE-SECRET-KEY/i.test(line)) return 'a secret key where a recipient is meant';
  return line.startsWith('ssh-') ? 'an SSH key, to which loom cannot encrypt' : 'no recipient of age';
}

function badRecipient(message: string): LoomError {
  return new LoomError({
    kind: 'usage',
    code: 'bad-recipient',
    message,
    hints: ['age-keygen -y KEYFILE prints the recipient of a key: age1…'],
  });
}

/** Reads recipients, one a line. What is wrong is named by its place: a line may be a secret key by mistake. */
export function readRecipients(text: string, source: string): readonly string[] {
  const encrypter = new Encrypter();
  const found: string[] = [];
  for (const { line, place } of keyLines(text, source)) {
    if (!accepts(() => encrypter.addRecipient(line))) throw badRecipient(`${place}: ${recipientFault(line)}`);
    found.push(line);
  }
  if (found.length === 0) throw badRecipient(`${source}: no recipient of age`);
  return found;
}

function badIdentity(message: string): LoomError {
  return new LoomError({
    kind: 'usage',
    code: 'bad-identity',
    message,
    hints: ['age-keygen -o KEYFILE makes a key: AGE-SECRET-KEY-1…'],
  });
}

function identityFault(line: string): string {
  if (line.startsWith('age1')) return 'a recipient where a secret key is meant';
  if (line.startsWith('-----BEGIN OPENSSH')) return 'an SSH key, with which loom cannot decrypt; age --decrypt can';
  if (/^AGE-PLUGIN-/i.test(line)) return 'a key of a plugin, which loom does not run; age --decrypt can';
  return 'no secret key of age';
}

/** Reads secret keys, one a line. Never names one. */
export function readIdentities(text: string, source: string): readonly string[] {
  const decrypter = new Decrypter();
  const found: string[] = [];
  for (const { line, place } of keyLines(text, source)) {
    if (!accepts(() => decrypter.addIdentity(line))) throw badIdentity(`${place}: ${identityFault(line)}`);
    found.push(line);
  }
  if (found.length === 0) throw badIdentity(`${source}: no secret key of age`);
  return found;
}
