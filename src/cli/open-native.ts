import type { NativeTools } from '../app/ports/native-writer.ts';
import { systemRandomness } from './system-sources.ts';

/** Opens what writes session files of other tools. */
export async function openNative(): Promise<NativeTools> {
  const { nativeWriterFor } = await import('../importers/native-registry.ts');
  const { nativeFiles } = await import('../importers/native-files.ts');
  return { writerFor: nativeWriterFor, files: nativeFiles, random: systemRandomness() };
}
