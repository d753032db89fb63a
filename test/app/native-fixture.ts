import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionCopy } from '../../src/app/copy-session.ts';
import type { NativeFiles, NativeTools } from '../../src/app/ports/native-writer.ts';
import { nativeFiles } from '../../src/importers/native-files.ts';
import { nativeWriterFor } from '../../src/importers/native-registry.ts';
import type { TestApp } from './app-fixture.ts';
import { sha256 } from './app-fixture.ts';

/** Folders of agents as they are after a first use. */
export function useAgents(app: TestApp): void {
  for (const folder of ['.claude', '.codex', '.pi/agent']) mkdirSync(join(app.folder, folder), { recursive: true });
}

let drawn = 0;

/** Tools that write below the test's home. Every working folder is there; no id is minted twice. */
export function nativeTools(files: Partial<NativeFiles> = {}): NativeTools {
  return {
    writerFor: nativeWriterFor,
    files: { ...nativeFiles, realFolder: (path) => path, ...files },
    random: (length) => {
      drawn += 1;
      return sha256(`native ${drawn}`).subarray(0, length);
    },
  };
}

/** The copy that was made; fails the test when it was refused. */
export function made(outcome: { readonly kind: string; readonly copy?: SessionCopy }): SessionCopy {
  if (outcome.copy === undefined) throw new Error(JSON.stringify(outcome));
  return outcome.copy;
}
