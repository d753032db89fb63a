/** A Zstandard frame of raw blocks: no compression, but all that a reader has to follow. */
export function zstdFrame(text: string, blockBytes = 1000): Buffer {
  const content = Buffer.from(text);
  const blocks: Buffer[] = [];
  for (let at = 0; at < content.length; at += blockBytes) {
    const block = content.subarray(at, at + blockBytes);
    const isLast = at + blockBytes >= content.length;
    const head = Buffer.alloc(3);
    head.writeUIntLE((block.length << 3) | (isLast ? 1 : 0), 0, 3);
    blocks.push(head, block);
  }
  // Magic, a descriptor without content size, a window of 1 MiB.
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x50]), ...blocks]);
}
