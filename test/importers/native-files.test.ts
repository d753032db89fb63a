import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { NativePlace } from '../../src/app/ports/native-writer.ts';
import { nativeFiles } from '../../src/importers/native-files.ts';
import { removeFolder } from '../support/remove-folder.ts';

let place: NativePlace;

beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), 'loom-native-'));
  onTestFinished(() => removeFolder(home));
  place = { home, path: join(home, 'projects', '-garden', 'beds.jsonl') };
});

const mode = (path: string): number => statSync(path).mode & 0o777;
const names = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);

describe('a session file of another tool', () => {
  it('has its name only once it is whole, in folders of its owner alone', () => {
    const staged = nativeFiles.stage(place, ['{"a":1}', '{"b":"ü"}']);
    expect(existsSync(place.path)).toBe(false);
    expect(readFileSync(staged.file.path, 'utf8')).toBe('{"a":1}\n{"b":"ü"}\n');
    expect(staged.file.size).toBe(Buffer.byteLength('{"a":1}\n{"b":"ü"}\n'));
    staged.publish();
    expect(names(dirname(place.path))).toEqual(['beds.jsonl']);
    expect([mode(place.path), mode(dirname(place.path))]).toEqual([0o600, 0o700]);
  });

  it('never takes a name that is taken', () => {
    const staged = nativeFiles.stage(place, ['{}']);
    writeFileSync(place.path, 'mine');
    expect(() => staged.publish()).toThrow(expect.objectContaining({ code: 'file-exists' }));
    staged.withdraw();
    expect(readFileSync(place.path, 'utf8')).toBe('mine');
    expect(names(dirname(place.path))).toEqual(['beds.jsonl']);
    expect(() => nativeFiles.stage(place, ['{}'])).toThrow(expect.objectContaining({ code: 'file-exists' }));
  });

  it('leaves nothing when it is withdrawn, before or after it got its name', () => {
    const staged = nativeFiles.stage(place, ['{}']);
    staged.withdraw();
    expect(names(place.home)).toEqual([]);
    const named = nativeFiles.stage(place, ['{}']);
    named.publish();
    named.withdraw();
    named.withdraw();
    expect(names(place.home)).toEqual([]);
  });

  it('is not written where the agent has no folder', () => {
    const elsewhere = { home: join(place.home, 'never'), path: join(place.home, 'never', 'x.jsonl') };
    expect(() => nativeFiles.stage(elsewhere, ['{}'])).toThrow(expect.objectContaining({ code: 'agent-not-here' }));
    expect(names(place.home)).toEqual([]);
  });

  it('is left out whole when its lines cannot be made', () => {
    const lines = function* (): Generator<string> {
      yield '{}';
      throw new Error('a line that cannot be made');
    };
    expect(() => nativeFiles.stage(place, lines())).toThrow(expect.objectContaining({ code: 'native-not-written' }));
    expect(names(dirname(place.path))).toEqual([]);
  });

  it('makes room of what a killed process left long ago, and leaves what is being written', () => {
    const folder = dirname(place.path);
    mkdirSync(folder, { recursive: true });
    const [old, young] = [join(folder, '.loom-old.jsonl.1.part'), join(folder, '.loom-young.jsonl.2.part')];
    for (const path of [old, young]) writeFileSync(path, '{}');
    utimesSync(old, 1, 1);
    nativeFiles.stage(place, ['{}']).publish();
    expect(names(folder).sort()).toEqual(['.loom-young.jsonl.2.part', 'beds.jsonl']);
  });
});
