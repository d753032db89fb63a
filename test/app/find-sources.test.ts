import { linkSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSources } from '../../src/app/find-sources.ts';
import { claudeCodeImporter } from '../../src/importers/claude-code/claude-code-importer.ts';
import { exchange } from '../importers/support/claude-records.ts';
import { openApp, writeSource } from './app-fixture.ts';

describe('finding sources', () => {
  it('gives the oldest first, so that a session is known before what continues it', () => {
    const app = openApp();
    const paths = ['b', 'a', 'c'].map((name) => writeSource(app, exchange(1), `${name}.jsonl`));
    for (const [n, path] of paths.entries()) utimesSync(path, n + 1000, n + 1000);
    const { files, explicit } = findSources(app, claudeCodeImporter, { paths: [app.folder] });
    expect(files.map(({ path }) => path)).toEqual(paths);
    expect(explicit).toBe(true);
  });

  it('counts one file once, by whatever paths it is reached', () => {
    const app = openApp();
    const path = writeSource(app, exchange(1));
    linkSync(path, join(app.folder, 'projects', 'hard.jsonl'));
    symlinkSync(path, join(app.folder, 'soft.jsonl'));
    const { files } = findSources(app, claudeCodeImporter, { paths: [app.folder, path, join(app.folder, 'projects')] });
    expect(files.filter((file) => 'ino' in file)).toHaveLength(1);
  });

  it('leaves out what was not changed since a time', () => {
    const app = openApp();
    const old = writeSource(app, exchange(1), 'old.jsonl');
    utimesSync(old, 1000, 1000);
    const fresh = writeSource(app, exchange(1), 'new.jsonl');
    const { files } = findSources(app, claudeCodeImporter, { paths: [app.folder], since: 2_000_000 });
    expect(files.map(({ path }) => path)).toEqual([fresh]);
  });

  it('throws for a named path at which there is nothing, but not for a usual place', () => {
    const app = openApp();
    const paths = [join(app.folder, 'nowhere')];
    expect(() => findSources(app, claudeCodeImporter, { paths })).toThrow(/there is nothing at/);
    const nowhere = { ...claudeCodeImporter, places: () => paths };
    expect(findSources(app, nowhere, { paths: [] })).toEqual({ files: [], searched: paths, explicit: false });
  });
});
