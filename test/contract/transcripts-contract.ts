import { describe, expect, it } from 'vitest';
import type { KeptDamage, KeptRecord, OpenDraft, Transcripts } from '../../src/app/ports/transcripts.ts';
import type { IsoTime, SessionId } from '../../src/kernel/ids.ts';
import { LoomError } from '../../src/kernel/loom-error.ts';

/** Two sessions of an invented project. */
export const HEATHER = '7k3m9q2x4v8t1c5b' as SessionId;
export const MOOR = 'b5c1t8v4x2q9m3k7' as SessionId;
export const NOON = '2026-03-14T12:00:00.000Z' as IsoTime;

/** Makes an empty set of transcripts whose redactor hides pw-violet-77 under the name of a password. */
export type MakeTranscripts = () => Transcripts;

/** Bytes of a record, as a source has them. */
export function bytesOf(value: unknown): Uint8Array {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Keeps records and publishes them; returns what the journal would name. */
export function keep(
  transcripts: Transcripts,
  options: Partial<OpenDraft>,
  values: readonly unknown[],
): { keptLength: number; lines: number; generation: number } {
  const draft = transcripts.draft({ session: HEATHER, agent: 'claude-code', base: null, ...options });
  for (const [index, value] of values.entries()) draft.add({ bytes: bytesOf(value), sourceLine: index + 1, at: NOON });
  draft.seal();
  draft.publish();
  const { keptLength, lines } = draft.report();
  return { keptLength, lines, generation: (options.base?.generation ?? 1) + (options.rewrite === undefined ? 0 : 1) };
}

function recordsOf(transcripts: Transcripts, length: number, session = HEATHER): (KeptRecord | KeptDamage)[] {
  return [...transcripts.records(session, length)];
}

function bodies(items: readonly (KeptRecord | KeptDamage)[]): unknown[] {
  return items.map((item) => ('damage' in item ? item.damage : item.record));
}

/** What every implementation of the port promises. */
export function describeTranscripts(name: string, make: MakeTranscripts): void {
  describe(`${name} as transcripts`, () => {
    it('gives back what was kept, in order, with its place in the source', () => {
      const transcripts = make();
      const { keptLength, lines } = keep(transcripts, {}, [{ say: 'heather' }, { say: 'moor' }]);
      const records = recordsOf(transcripts, keptLength);
      expect(lines).toBe(2);
      expect(records).toEqual([
        {
          n: 1,
          generation: 1,
          at: NOON,
          agent: 'claude-code',
          sourceLine: 1,
          record: { say: 'heather' },
          subs: [],
          current: true,
        },
        {
          n: 2,
          generation: 1,
          at: NOON,
          agent: 'claude-code',
          sourceLine: 2,
          record: { say: 'moor' },
          subs: [],
          current: true,
        },
      ]);
    });

    it('seals and publishes drafts of several sessions together', async () => {
      const transcripts = make();
      const drafts = [HEATHER, MOOR].map((session) => {
        const draft = transcripts.draft({ session, agent: 'claude-code', base: null });
        draft.add({ bytes: bytesOf({ of: session }), sourceLine: 1, at: NOON });
        return draft;
      });
      await transcripts.sealAll(drafts);
      expect([HEATHER, MOOR].map((session) => recordsOf(transcripts, 0, session))).toEqual([[], []]);
      await transcripts.publishAll(drafts);
      const kept = drafts.map((draft, index) =>
        recordsOf(transcripts, draft.report().keptLength, index === 0 ? HEATHER : MOOR),
      );
      expect(kept.map(bodies)).toEqual([[{ of: HEATHER }], [{ of: MOOR }]]);
    });

    it('takes lines before it knows whose they are, their blobs too', async () => {
      const transcripts = make();
      const draft = transcripts.draft({ session: null, agent: 'claude-code', base: null });
      const image = `iVBORw0KGgo${'A'.repeat(90)}`;
      draft.add({ bytes: bytesOf({ image, say: 'moor' }), sourceLine: 1, at: NOON });
      expect(transcripts.size(MOOR)).toEqual({ transcript: 0, blobs: 0 });
      draft.name(MOOR);
      await transcripts.sealAll([draft]);
      await transcripts.publishAll([draft]);
      expect(bodies(recordsOf(transcripts, draft.report().keptLength, MOOR))).toMatchObject([{ say: 'moor' }]);
      expect(transcripts.blobs(MOOR)).toHaveLength(1);
    });

    it('adds to a transcript and begins another one in the same publication', async () => {
      const transcripts = make();
      const base = keep(transcripts, {}, [{ say: 'heather' }]);
      const grown = transcripts.draft({ session: HEATHER, agent: 'claude-code', base });
      const fresh = transcripts.draft({ session: MOOR, agent: 'claude-code', base: null });
      for (const draft of [grown, fresh]) draft.add({ bytes: bytesOf({ say: 'moor' }), sourceLine: 2, at: NOON });
      await transcripts.sealAll([grown, fresh]);
      await transcripts.publishAll([grown, fresh]);
      expect(bodies(recordsOf(transcripts, grown.report().keptLength))).toEqual([{ say: 'heather' }, { say: 'moor' }]);
      expect(bodies(recordsOf(transcripts, fresh.report().keptLength, MOOR))).toEqual([{ say: 'moor' }]);
    });

    it('shows nothing of a draft that was not published, nor of one that was discarded', () => {
      const transcripts = make();
      const draft = transcripts.draft({ session: HEATHER, agent: 'claude-code', base: null });
      draft.add({ bytes: bytesOf({ image: `iVBORw0KGgo${'A'.repeat(90)}` }), sourceLine: 1, at: null });
      draft.seal();
      expect(transcripts.blobs(HEATHER)).toEqual([]);
      draft.discard();
      expect(transcripts.size(HEATHER)).toEqual({ transcript: 0, blobs: 0 });
      draft.discard();
    });

    it('continues after the named length and cuts off what the journal does not name', () => {
      const transcripts = make();
      const base = keep(transcripts, {}, [{ say: 'one' }]);
      keep(transcripts, { base }, [{ say: 'never named by the journal' }]);
      const next = keep(transcripts, { base }, [{ say: 'two' }, { say: 'three' }]);
      expect(next.lines).toBe(3);
      expect(bodies(recordsOf(transcripts, next.keptLength))).toEqual([
        { say: 'one' },
        { say: 'two' },
        { say: 'three' },
      ]);
      expect(transcripts.size(HEATHER).transcript).toBe(next.keptLength);
    });

    it('reads only up to the named length', () => {
      const transcripts = make();
      const base = keep(transcripts, {}, [{ say: 'one' }]);
      keep(transcripts, { base }, [{ say: 'two' }]);
      expect(bodies(recordsOf(transcripts, base.keptLength))).toEqual([{ say: 'one' }]);
      const read = Buffer.concat([...transcripts.bytes(HEATHER, base.keptLength)]);
      expect(read.length).toBe(base.keptLength);
      expect(read.toString()).toMatch(
        /^\{"v":1,"n":1,"g":1,"at":"2026-03-14T12:00:00\.000Z","src":\{"agent":"claude-code","line":1\},"subs":\[\],"record":\{"say":"one"\}\}\n$/,
      );
    });

    it('tells current records from those only an older generation has', () => {
      const transcripts = make();
      const first = keep(transcripts, {}, [{ say: 'a' }, { say: 'b' }, { say: 'c' }]);
      const second = keep(
        transcripts,
        {
          base: first,
          rewrite: {
            keeps: [
              [1, 1],
              [3, 3],
            ],
          },
        },
        [{ say: 'd' }],
      );
      const third = keep(transcripts, { base: second, rewrite: { keeps: [[3, 4]] } }, [{ say: 'e' }]);
      const current = (length: number) =>
        recordsOf(transcripts, length).flatMap((item) => ('damage' in item || !item.current ? [] : [item.record]));
      expect(current(first.keptLength)).toEqual([{ say: 'a' }, { say: 'b' }, { say: 'c' }]);
      expect(current(second.keptLength)).toEqual([{ say: 'a' }, { say: 'c' }, { say: 'd' }]);
      expect(current(third.keptLength)).toEqual([{ say: 'c' }, { say: 'd' }, { say: 'e' }]);
      expect(third.lines).toBe(5);
    });

    it('redacts before it keeps, and says where', () => {
      const transcripts = make();
      const draft = transcripts.draft({ session: HEATHER, agent: 'claude-code', base: null });
      draft.add({ bytes: bytesOf({ env: { password: 'pw-violet-77' } }), sourceLine: 1, at: null });
      draft.seal();
      draft.publish();
      expect(draft.report().redactions).toEqual({ 'named-secret': 1 });
      const [record] = recordsOf(transcripts, draft.report().keptLength);
      expect(record).toMatchObject({
        record: { env: { password: expect.stringMatching(/^\[redacted:named-secret:[0-9a-f]{8}\]$/) } },
        subs: [{ pointer: '/env/password', kind: 'redacted', rules: ['named-secret'] }],
      });
    });

    it('keeps long strings and images as blobs, once each', () => {
      const transcripts = make();
      const long = 'heather and moor. '.repeat(5000);
      const image = `iVBORw0KGgo${'A'.repeat(89)}`;
      const draft = transcripts.draft({ session: HEATHER, agent: 'claude-code', base: null });
      draft.add({ bytes: bytesOf({ text: long, more: [image, long] }), sourceLine: 1, at: null });
      draft.seal();
      draft.publish();
      expect(draft.report().blobs).toBe(2);
      const [record] = recordsOf(transcripts, draft.report().keptLength);
      if (record === undefined || 'damage' in record) throw new Error('no record');
      const [text] = record.subs;
      expect(record.subs.map(({ pointer, kind }) => [pointer, kind])).toEqual([
        ['/text', 'blob'],
        ['/more/0', 'blob'],
        ['/more/1', 'blob'],
      ]);
      expect(text).toMatchObject({ bytes: long.length });
      const sha256 = text?.kind === 'blob' ? text.sha256 : '';
      expect(record.record).toMatchObject({ text: `${long.slice(0, 300)}… [blob:${sha256}]` });
      expect(Buffer.from(transcripts.blob(HEATHER, sha256) ?? []).toString()).toBe(long);
      expect(
        transcripts
          .blobs(HEATHER)
          .map(({ bytes }) => bytes)
          .sort(),
      ).toEqual([image.length, long.length].sort());
      expect(transcripts.blob(MOOR, sha256)).toBeUndefined();
      expect(transcripts.blob(HEATHER, '../../key')).toBeUndefined();
    });

    it('refuses a record that it cannot keep, and goes on', () => {
      const transcripts = make();
      const draft = transcripts.draft({ session: HEATHER, agent: 'claude-code', base: null });
      const deep = `${'['.repeat(201)}${']'.repeat(201)}`;
      for (const bad of [deep, '{"a":\n1', '{"a" 1,\n}']) {
        expect(() => draft.add({ bytes: bytesOf(bad), sourceLine: 9, at: null })).toThrow(LoomError);
      }
      draft.add({ bytes: bytesOf(`${'['.repeat(200)}${']'.repeat(200)}`), sourceLine: 10, at: null });
      draft.seal();
      draft.publish();
      expect(draft.report().lines).toBe(1);
      expect(recordsOf(transcripts, draft.report().keptLength)).toHaveLength(1);
    });

    it('previews a record as it would be kept, and writes nothing', () => {
      const transcripts = make();
      expect(transcripts.preview(HEATHER, { bytes: bytesOf('{ "a" : 1 }'), sourceLine: 1, at: null })).toBe('{"a":1}');
      expect(
        transcripts.preview(HEATHER, { bytes: bytesOf({ password: 'pw-violet-77' }), sourceLine: 1, at: null }),
      ).not.toContain('violet');
      expect(transcripts.size(HEATHER)).toEqual({ transcript: 0, blobs: 0 });
    });

    it('hands over whole lines and takes them in again, with their numbers and generations', () => {
      const from = make();
      const first = keep(from, {}, [{ say: 'a' }, { password: 'pw-violet-77' }]);
      const second = keep(from, { base: first, rewrite: { keeps: [[1, 1]] } }, [{ say: 'b' }]);
      const to = make();
      const draft = to.draft({ session: MOOR, agent: 'claude-code', base: null });
      for (const line of from.keptLines(HEATHER, second.keptLength)) draft.addKept(line);
      draft.seal();
      draft.publish();
      expect(draft.report()).toMatchObject({ lines: 3, keptLength: second.keptLength });
      expect(recordsOf(to, second.keptLength, MOOR)).toEqual(recordsOf(from, second.keptLength));
      for (const bad of ['', 'null', '{"v":2}', '{"v":1,"n":1,"g":1}'])
        expect(() => draft.addKept(bad)).toThrow(LoomError);
    });

    it('redacts whole lines of another store', () => {
      const transcripts = make();
      const draft = transcripts.draft({ session: HEATHER, agent: 'claude-code', base: null });
      draft.addKept(
        '{"v":1,"n":1,"g":1,"at":null,"src":{"agent":"codex","line":4},"subs":[],"record":{"password":"pw-violet-77"}}',
      );
      draft.seal();
      draft.publish();
      const kept = Buffer.concat([...transcripts.bytes(HEATHER, draft.report().keptLength)]).toString();
      expect(kept).not.toContain('violet');
      expect(kept).toContain('"agent":"codex","line":4');
    });

    it('erases transcript and blobs of one session, as often as asked', () => {
      const transcripts = make();
      const { keptLength } = keep(transcripts, {}, [{ say: 'heather' }]);
      const digest = transcripts.putBlob(HEATHER, bytesOf('a picture'));
      keep(transcripts, { session: MOOR }, [{ say: 'moor' }]);
      expect(Buffer.from(transcripts.blob(HEATHER, digest) ?? []).toString()).toBe('a picture');
      expect(transcripts.erase(HEATHER)).toBe(keptLength + 'a picture'.length);
      expect(transcripts.erase(HEATHER)).toBe(0);
      expect(transcripts.size(HEATHER)).toEqual({ transcript: 0, blobs: 0 });
      expect(transcripts.size(MOOR).transcript).toBeGreaterThan(0);
    });

    it('reports what the journal names but is not there', () => {
      const transcripts = make();
      expect(recordsOf(transcripts, 100)).toEqual([
        { damage: '100 bytes are missing at the end', offset: 0, length: 100 },
      ]);
    });
  });
}
