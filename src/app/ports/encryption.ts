/** What a document is encrypted to: the owners of keys, or whoever knows a passphrase. */
export type DocumentLock =
  | { readonly kind: 'recipients'; readonly recipients: readonly string[] }
  | { readonly kind: 'passphrase'; readonly passphrase: string };

/** What opens a document: secret keys, or a passphrase. */
export type DocumentKey =
  | { readonly kind: 'identities'; readonly identities: readonly string[] }
  | { readonly kind: 'passphrase'; readonly passphrase: string };

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A document whose key fits. */
export interface OpenedDocument {
  /**
   * Decrypts the document from its first byte on. What comes out is authentic piece by piece; whether the end is missing is
   * known at the end only. Throws LoomError `problem`/`encryption-damaged`.
   */
  read(bytes: Bytes): AsyncIterable<Uint8Array>;
}

/** The encryption of files that leave the store: the age format, version 1. */
export interface Encryption {
  /** Reads lines of a recipients file, comments left out. Throws LoomError `usage`/`bad-recipient`, and names no secret. */
  readRecipients(text: string, source: string): readonly string[];
  /** Reads lines of an identity file. Throws LoomError `usage`/`bad-identity`, and names no secret. */
  readIdentities(text: string, source: string): readonly string[];
  encrypt(pieces: AsyncIterable<string> | Iterable<string>, lock: DocumentLock): AsyncIterable<Uint8Array>;
  /** The same bytes as text that survives mail and terminals. */
  armor(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string>;
  /** The bytes behind such text. Throws LoomError `problem`/`encryption-damaged`. */
  unarmor(text: string): Uint8Array;
  /**
   * Tries a key on a document, of which the beginning is read. Throws LoomError `problem`: `wrong-key`, `encryption-damaged`.
   */
  open(bytes: Bytes, key: DocumentKey): Promise<OpenedDocument>;
}
