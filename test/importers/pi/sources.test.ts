import { createHash } from 'node:crypto';
import { rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SourceHead } from '../../../src/app/ports/source-reader.ts';
import { codexImporter } from '../../../src/importers/codex/codex-importer.ts';
import { gjcImporter } from '../../../src/importers/pi/gjc-importer.ts';
import { ompImporter } from '../../../src/importers/pi/omp-importer.ts';
import { piImporter } from '../../../src/importers/pi/pi-importer.ts';
import type { Fields } from '../support/claude-records.ts';
import { prompt } from '../support/claude-records.ts';
import { header as codexHeader } from '../support/codex-records.ts';
import { keptText } from '../support/growth-suite.ts';
import { answer, ask, GARDEN, header, linesOf, message, NAME } from '../support/pi-records.ts';
import {
  conversationOf,
  folderState,
  importPath,
  keptOf,
  onlySession,
  openLab,
  sessionsOf,
  writeFile,
} from '../support/source-lab.ts';

const CHAT = [header(), ask('a1', null, 'Sow the peas'), answer('a2', 'a1', 'Sown')];
const OTHER = '6a2dea00-0000-4000-8000-000000000002';

function identify(records: readonly unknown[], path = '/x/session.jsonl') {
  const gatherer = piImporter.identify();
  for (const record of records) gatherer.add(record);
  return gatherer.finish(path);
}

describe('a version that is not known yet', () => {
  it('is refused before anything of it is read', async () => {
    const lab = openLab(gjcImporter);
    const report = await importPath(
      lab,
      writeFile(lab, 'new.jsonl', linesOf([header({ version: 6 }), ...CHAT.slice(1)])),
    );
    expect(report.sessions).toMatchObject({ added: 0, failed: 1 });
    expect(JSON.stringify(report)).toContain('unsupported-version');
    expect(JSON.stringify(report)).toContain('is of version 6');
    expect(sessionsOf(lab)).toEqual([]);
  });

  it.each([undefined, 1, 2, 3, 4, 5])('is not version %s', async (version) => {
    const lab = openLab(gjcImporter);
    await importPath(lab, writeFile(lab, 'known.jsonl', linesOf([header({ version }), ...CHAT.slice(1)])));
    expect(onlySession(lab).counts).toMatchObject({ prompts: 1, answers: 1 });
  });
});

describe('an image in a file of its own', () => {
  const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]);
  const name = createHash('sha256').update(image).digest('hex');
  const showing = (data: string): string => {
    const content = [
      { type: 'image', mimeType: 'image/png', data },
      { type: 'text', text: `see "data":"${data}"` },
    ];
    return linesOf([...CHAT, message('a3', 'a2', { role: 'user', content })]);
  };
  const path = NAME.replace('.pi', '.gjc');

  it('comes with its record, and what only looks like one stays text', async () => {
    const lab = openLab(gjcImporter);
    writeFile(lab, `.gjc/agent/blobs/${name}`, image);
    const source = writeFile(lab, path, showing(`blob:sha256:${name}`));
    const before = folderState(lab.app.folder);
    await importPath(lab, source);
    const kept = keptText(lab, onlySession(lab).id);
    expect(kept).toContain(`"data":"${image.toString('base64')}"`);
    expect(kept).toContain(`blob:sha256:${name}`);
    expect(folderState(lab.app.folder)).toBe(before);
    expect((await importPath(lab, source)).sessions.unchanged).toBe(1);
  });

  it('is kept as a blob of the session, and is an image of the conversation', async () => {
    const picture = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(400, 7)]);
    const digest = createHash('sha256').update(picture).digest('hex');
    const text = picture.toString('base64');
    const blob = createHash('sha256').update(text).digest('hex');
    const lab = openLab(gjcImporter);
    writeFile(lab, `.gjc/agent/blobs/${digest}`, picture);
    await importPath(lab, writeFile(lab, path, showing(`blob:sha256:${digest}`)));
    const { id } = onlySession(lab);
    expect(lab.app.transcripts.blobs(id)).toEqual([{ sha256: blob, bytes: text.length }]);
    expect(keptText(lab, id)).toContain(`"data":"[blob:${blob}]"`);
    const blocks = conversationOf(lab, id).messages.flatMap(({ content }) => content);
    expect(blocks.filter(({ type }) => type === 'image')).toHaveLength(1);
    rmSync(join(lab.app.folder, '.gjc/agent/blobs', digest));
    expect(Buffer.from(lab.app.transcripts.blob(id, blob) ?? []).toString()).toBe(text);
  });

  it('stays a reference where the file is not what its name says, is a link, or lies elsewhere', async () => {
    const lab = openLab(gjcImporter);
    const forged = 'f'.repeat(64);
    writeFile(lab, `.gjc/agent/blobs/${forged}`, 'not this');
    const secret = writeFile(lab, 'secret', 'a secret file');
    const linked = createHash('sha256').update('a secret file').digest('hex');
    symlinkSync(secret, join(lab.app.folder, '.gjc/agent/blobs', linked));
    for (const reference of [forged, linked, `../../${'e'.repeat(58)}`]) {
      await importPath(lab, writeFile(lab, path, showing(`blob:sha256:${reference}`)));
      expect(keptText(lab, onlySession(lab).id)).toContain(`"data":"blob:sha256:${reference}"`);
    }
    expect(keptText(lab, onlySession(lab).id)).not.toContain(Buffer.from('a secret file').toString('base64'));
  });
});

describe('who a file of the family is', () => {
  it('is its header, else the id in its name', () => {
    expect(identify(CHAT)).toMatchObject({ nativeId: GARDEN, cwd: '/home/ada/seed-shop' });
    expect(identify(CHAT.slice(1), `/x/${NAME}`)?.nativeId).toBe(GARDEN);
  });

  it('is nobody without a header or a name, without a message, or under the header of another agent', () => {
    expect(identify(CHAT.slice(1))).toBeUndefined();
    expect(identify([header()])).toBeUndefined();
    expect(identify([{ type: 'session_start', id: 'x' }, ...CHAT.slice(1)], `/x/${NAME}`)).toBeUndefined();
    expect(identify([prompt('p', null, 'Sow')])).toBeUndefined();
  });

  it.each([
    ['an id', { parentSession: OTHER }],
    ['a path', { parentSession: `/home/ada/.pi/agent/sessions/--x--/2026-02-01T09-00-00-000Z_${OTHER}.jsonl` }],
    ['a path of another system', { branchedFrom: `C:\\Users\\ada\\2026-02-01T09-00-00-000Z_${OTHER}.jsonl` }],
  ])('has the parent that its header names by %s', (_how, more) => {
    expect(identify([header(more), ...CHAT.slice(1)])?.parent).toEqual({ nativeId: OTHER, kind: 'fork' });
  });

  it('is a subagent in the folder of another session', () => {
    const path = `/home/ada/.omp/agent/sessions/x/2026-02-01T09-00-00-000Z_${OTHER}/digger.jsonl`;
    expect(identify(CHAT, path)?.parent).toEqual({ nativeId: OTHER, kind: 'subagent' });
  });

  it('shares the beginning of the session it was forked from, and what only began at the same time is its own', async () => {
    const lab = openLab(piImporter);
    await importPath(lab, writeFile(lab, 'one.jsonl', linesOf(CHAT)));
    const fork = [header({ id: OTHER, parentSession: GARDEN }), ...CHAT.slice(1), ask('a5', 'a2', 'Dig')];
    await importPath(lab, writeFile(lab, 'two.jsonl', linesOf(fork)));
    const third = [header({ id: 'third' }), ask('a1', null, 'Prune the roses')];
    await importPath(lab, writeFile(lab, 'three.jsonl', linesOf(third)));
    const byNative = new Map(sessionsOf(lab).map((session) => [session.nativeId, session]));
    expect(byNative.get(OTHER)).toMatchObject({ parent: { kind: 'fork' }, counts: { prompts: 2, inherited: 1 } });
    expect(byNative.get('third')).toMatchObject({ parent: null, counts: { prompts: 1, inherited: 0 } });
  });
});

describe('which of the family a file is of', () => {
  const head = (records: readonly Fields[], path = '/x/a.jsonl'): SourceHead => ({
    path,
    format: 'jsonl',
    records,
    tables: new Map(),
    text: '',
  });
  const ratings = (given: SourceHead) =>
    [piImporter, ompImporter, gjcImporter, codexImporter].map((importer) => importer.recognize?.(given));

  it('is told by its folder, or by what only one of them writes', () => {
    expect(ratings(head(CHAT))).toEqual([2, 2, 2, 0]);
    expect(ratings(head(CHAT, '/home/ada/.omp/agent/sessions/x/a.jsonl'))).toEqual([2, 3, 2, 0]);
    expect(ratings(head([{ type: 'title', title: 'Beds' }, ...CHAT]))).toEqual([2, 3, 2, 0]);
    expect(ratings(head([header({ version: 5 }), ...CHAT.slice(1)]))).toEqual([2, 2, 3, 0]);
  });

  it('is none for files of other agents', () => {
    expect(ratings(head([codexHeader()]))).toEqual([0, 0, 0, 3]);
    expect(ratings(head([prompt('p', null, 'Sow')]))).toEqual([0, 0, 0, 0]);
  });

  it('has places of its own', () => {
    expect(piImporter.places({ HOME: '/home/ada' })).toEqual(['/home/ada/.pi/agent/sessions']);
    expect(piImporter.places({ HOME: '/home/ada', PI_CODING_AGENT_DIR: '/data/pi' })).toEqual(['/data/pi/sessions']);
    expect(piImporter.places({ HOME: '/home/ada', PI_CODING_AGENT_SESSION_DIR: '/data/s' })).toEqual(['/data/s']);
    expect(gjcImporter.places({ HOME: '/home/ada' })).toEqual(['/home/ada/.gjc/agent/sessions']);
    expect(ompImporter.places({})).toEqual([]);
  });
});

describe('a session that gjc moved to its new folders, its old copy left there', () => {
  const old = `.gjc/agent/sessions/--home-ada-seed-shop--/${basename(NAME)}`;
  const moved = `.gjc/agent/sessions/v2-${'a2'.repeat(26)}/${basename(NAME)}`;
  const more = [...CHAT, ask('a8', 'a2', 'And the leeks?')];

  it('is one session whichever is read first, and both files stay', async () => {
    for (const [first, second] of [
      [old, moved],
      [moved, old],
    ] as const) {
      const lab = openLab(gjcImporter);
      const paths = { [old]: writeFile(lab, old, linesOf(CHAT)), [moved]: writeFile(lab, moved, linesOf(more)) };
      const before = folderState(lab.app.folder);
      for (const name of [first, second, first, second]) await importPath(lab, paths[name] as string);
      expect(onlySession(lab).counts).toMatchObject({ prompts: 2 });
      const kept = keptOf(lab, onlySession(lab).id);
      expect(kept.filter((record) => 'record' in record && record.current)).toHaveLength(more.length);
      expect(folderState(lab.app.folder)).toBe(before);
    }
  });
});
