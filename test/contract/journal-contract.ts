import { describe, expect, it } from 'vitest';
import type { CommitDecision, Journal, JournalCursor, JournalEntry } from '../../src/app/ports/journal.ts';
import { JOURNAL_START } from '../../src/app/ports/journal.ts';
import type { EventDraft, LoomEvent } from '../../src/events/envelope.ts';
import type { MemoryId, SessionId } from '../../src/kernel/ids.ts';
import { memoryStream, STORE_STREAM, sessionStream } from '../../src/kernel/ids.ts';
import { formatInstant } from '../../src/kernel/instant.ts';
import { LoomError } from '../../src/kernel/loom-error.ts';
import { mintEventId } from '../journal/journal-fixture.ts';
import { PATIENCE } from '../support/patience.ts';

export const HEATHER = '7k3m9q2x4v8t1c5b' as SessionId;
const CAIRN = 'ca1rn9q2x4v8t1c5' as MemoryId;
export const MOOR = 'b5c1t8v4x2q9m3k7' as SessionId;

/** A small invented event. */
export function renamed(title: string, session: SessionId = HEATHER): EventDraft {
  return {
    id: mintEventId(),
    stream: sessionStream(session),
    type: 'session.renamed',
    at: formatInstant(1_790_000_000_000),
    by: { kind: 'person' },
    trust: 'person',
    data: { title },
  };
}

/** Appends drafts whatever the tail holds. */
export async function append(journal: Journal, ...drafts: EventDraft[]): Promise<readonly LoomEvent[]> {
  const outcome = await journal.commit({
    since: journal.head(),
    decide: () => ({ kind: 'append', drafts }),
    wait: PATIENCE,
  });
  if (outcome.kind !== 'appended') throw new Error(`not appended: ${outcome.kind}`);
  return outcome.events;
}

/** Titles of every rename after a cursor, `null` for erased ones. */
export function titles(journal: Journal, after?: JournalCursor): (string | null)[] {
  return [...journal.read(after)].flatMap((entry) =>
    entry.kind === 'event' && entry.event.type === 'session.renamed' ? [entry.event.data.title ?? null] : [],
  );
}

function cursorOf(entry: JournalEntry | undefined): JournalCursor {
  if (entry === undefined || entry.kind === 'damage') throw new Error('no event');
  const { place, event } = entry;
  return { segment: place.segment, offset: place.offset + place.length, id: event.id, sum: event.sum };
}

/** What every journal promises. `open` gives a fresh, empty one. */
export function journalContract(name: string, open: () => Promise<Journal>): void {
  describe(`${name}: reading`, () => {
    it('is empty at the start', async () => {
      const journal = await open();
      expect([...journal.read()]).toEqual([]);
      expect(journal.head()).toEqual(JOURNAL_START);
      expect(journal.distance(JOURNAL_START)).toBe(0);
      expect(journal.holds(JOURNAL_START)).toBe(true);
    });

    it('gives back what was appended, in order, as the append answered it', async () => {
      const journal = await open();
      const first = await append(journal, renamed('gorse'), renamed('bracken'));
      const second = await append(journal, renamed('heather'));
      expect([...journal.read()].map((entry) => entry.kind === 'event' && entry.event)).toEqual([...first, ...second]);
    });

    it('chains every line to the one before and marks its commit', async () => {
      const journal = await open();
      const [one, two] = await append(journal, renamed('gorse'), renamed('bracken'));
      const [three] = await append(journal, renamed('heather'));
      expect([one?.prev, two?.prev, three?.prev]).toEqual(['', one?.id, two?.id]);
      expect(one?.commit.slice(1)).toEqual([0, 2]);
      expect(two?.commit).toEqual([one?.commit[0], 1, 2]);
      expect(three?.commit[0]).not.toBe(one?.commit[0]);
    });

    it('reads on from any line', async () => {
      const journal = await open();
      await append(journal, renamed('gorse'), renamed('bracken'));
      await append(journal, renamed('heather'));
      const entries = [...journal.read()];
      expect(titles(journal, cursorOf(entries[0]))).toEqual(['bracken', 'heather']);
      expect(titles(journal, cursorOf(entries[1]))).toEqual(['heather']);
      expect(titles(journal, journal.head())).toEqual([]);
      expect(journal.distance(cursorOf(entries[1]))).toBe(entries[2]?.place.length);
    });

    it('gives the lines of a stretch, whatever commit they are of, and damage where no line lies', async () => {
      const journal = await open();
      await append(journal, renamed('gorse'), renamed('bracken'), renamed('heather'));
      await append(journal, renamed('broom'));
      const [one, two, three, four] = [...journal.read()];
      if (one === undefined || two === undefined || three === undefined || four === undefined) throw new Error('lines');
      const from = ({ place }: JournalEntry) => ({ segment: place.segment, start: place.offset });
      const end = ({ place }: JournalEntry): number => place.offset + place.length;
      expect([...journal.readStretches([{ ...from(two), end: end(three) }])]).toEqual([two, three]);
      const both = [
        { ...from(one), end: end(one) },
        { ...from(four), end: end(four) },
      ];
      expect([...journal.readStretches(both)]).toEqual([one, four]);
      expect([...journal.readStretches([])]).toEqual([]);
      const lost = [...journal.readStretches([{ ...from(four), end: end(four) + 300 }])];
      expect(lost.map(({ kind }) => kind)).toEqual(['event', 'damage']);
    });

    it('holds a cursor of its own and no other', async () => {
      const journal = await open();
      await append(journal, renamed('gorse'));
      const head = journal.head();
      await append(journal, renamed('bracken'));
      expect(journal.holds(head)).toBe(true);
      expect(journal.holds({ ...head, sum: 'AAAAAAAAAAAAAAAAAAAAAA' })).toBe(false);
      expect(journal.holds({ ...head, id: mintEventId() })).toBe(false);
      expect(journal.holds({ ...head, offset: head.offset - 1 })).toBe(false);
      expect(journal.holds({ ...head, offset: head.offset + 1_000_000 })).toBe(false);
      expect(journal.holds({ ...head, segment: head.segment + 7 })).toBe(false);
    });

    it('keeps any text that JSON can say', async () => {
      const journal = await open();
      const odd = 'a\u2028b\u0000c\ud800d"\\\n\u{1f9f5}';
      await append(journal, renamed(odd));
      expect(titles(journal)).toEqual([odd]);
    });
  });

  describe(`${name}: committing`, () => {
    it('answers with the cursor after the commit', async () => {
      const journal = await open();
      const outcome = await journal.commit({
        since: JOURNAL_START,
        decide: () => ({ kind: 'append', drafts: [renamed('gorse')] }),
        wait: PATIENCE,
      });
      expect(outcome.kind === 'appended' && outcome.cursor).toEqual(journal.head());
    });

    it('shows the decision everything after the state it was prepared from', async () => {
      const journal = await open();
      await append(journal, renamed('gorse'));
      const since = journal.head();
      await append(journal, renamed('bracken'));
      const seen: string[] = [];
      await journal.commit({
        since,
        decide: (tail) => {
          seen.push(...tail.map((entry) => (entry.kind === 'damage' ? 'damage' : entry.event.type)));
          return { kind: 'nothing' };
        },
        wait: PATIENCE,
      });
      expect(seen).toEqual(['session.renamed']);
    });

    it('appends nothing for a refusal, and hands it back', async () => {
      const journal = await open();
      const outcome = await journal.commit({
        since: JOURNAL_START,
        decide: (): CommitDecision<string> => ({ kind: 'refuse', refusal: 'too foggy' }),
        wait: PATIENCE,
      });
      expect(outcome).toEqual({ kind: 'refused', refusal: 'too foggy' });
      expect(titles(journal)).toEqual([]);
    });

    it('appends nothing when there is nothing to append', async () => {
      const journal = await open();
      const decide = (): CommitDecision<never> => ({ kind: 'append', drafts: [] });
      expect(await journal.commit({ since: JOURNAL_START, decide, wait: PATIENCE })).toEqual({ kind: 'nothing' });
    });

    it('is behind when the state is not of this journal', async () => {
      const journal = await open();
      await append(journal, renamed('gorse'));
      const since = { ...journal.head(), sum: 'AAAAAAAAAAAAAAAAAAAAAA' };
      const decide = (): CommitDecision<never> => ({ kind: 'append', drafts: [renamed('bracken')] });
      expect(await journal.commit({ since, decide, wait: PATIENCE })).toEqual({ kind: 'behind' });
      expect(titles(journal)).toEqual(['gorse']);
    });

    it('is behind when more than a mebibyte came since', async () => {
      const journal = await open();
      for (let i = 0; i < 2; i += 1) {
        await append(journal, ...Array.from({ length: 50 }, (_, n) => renamed(`${n}`.padEnd(15_000, 'x'))));
      }
      const decide = (): CommitDecision<never> => ({ kind: 'append', drafts: [renamed('late')] });
      expect(await journal.commit({ since: JOURNAL_START, decide, wait: PATIENCE })).toEqual({ kind: 'behind' });
    });

    it('runs what must come before between the checks and the append', async () => {
      const journal = await open();
      let during: unknown[] = ['not run'];
      await journal.commit({
        since: JOURNAL_START,
        decide: () => ({ kind: 'append', drafts: [renamed('gorse')], before: () => void (during = titles(journal)) }),
        wait: PATIENCE,
      });
      expect(during).toEqual([]);
      expect(titles(journal)).toEqual(['gorse']);
    });

    it.each([
      ['a line over 16 KiB', () => [renamed('x'.repeat(16_384))], 'event-too-large'],
      ['a line over 16 KiB after escapes', () => [renamed('\u0001'.repeat(3000))], 'event-too-large'],
      ['more than 256 events', () => Array.from({ length: 257 }, () => renamed('x')), 'commit-too-large'],
      ['more than a mebibyte', () => Array.from({ length: 80 }, () => renamed('x'.repeat(15_000))), 'commit-too-large'],
    ])('refuses %s before anything is written or run', async (_what, drafts, code) => {
      const journal = await open();
      let ran = false;
      const decide = (): CommitDecision<never> => ({
        kind: 'append',
        drafts: drafts(),
        before: () => void (ran = true),
      });
      const fault = await journal
        .commit({ since: JOURNAL_START, decide, wait: PATIENCE })
        .catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(LoomError);
      expect(fault).toMatchObject({ kind: 'usage', code });
      expect(ran).toBe(false);
      expect(titles(journal)).toEqual([]);
    });

    it('writes nothing when what must come before fails, and can be used on', async () => {
      const journal = await open();
      const decide = (): CommitDecision<never> => ({
        kind: 'append',
        drafts: [renamed('gorse')],
        before: () => {
          throw new Error('no disk');
        },
      });
      await expect(journal.commit({ since: JOURNAL_START, decide, wait: PATIENCE })).rejects.toThrow('no disk');
      await append(journal, renamed('bracken'));
      expect(titles(journal)).toEqual(['bracken']);
    });

    it('lets nobody in between while what must come before takes its time', async () => {
      const journal = await open();
      const slow = journal.commit({
        since: JOURNAL_START,
        decide: () => ({
          kind: 'append',
          drafts: [renamed('slow')],
          before: () => new Promise<void>((done) => setTimeout(done, 30)),
        }),
        wait: PATIENCE,
      });
      const decide = (): CommitDecision<never> => ({ kind: 'append', drafts: [renamed('quick')] });
      const quick = journal.commit({ since: JOURNAL_START, decide, wait: PATIENCE });
      expect((await slow).kind).toBe('appended');
      expect((await quick).kind).toBe('appended');
      expect(titles(journal)).toEqual(['slow', 'quick']);
      const entries = [...journal.read()];
      expect(entries.every((entry) => entry.kind === 'event')).toBe(true);
      expect(journal.distance(JOURNAL_START)).toBe(entries.reduce((sum, entry) => sum + entry.place.length, 0));
    });

    it('puts commits one after the other when several run at once', async () => {
      const journal = await open();
      await Promise.all(Array.from({ length: 12 }, (_, n) => append(journal, renamed(`${n}a`), renamed(`${n}b`))));
      const seen = titles(journal);
      expect(seen).toHaveLength(24);
      for (let i = 0; i < 24; i += 2) expect(seen[i + 1]).toBe(`${String(seen[i]).slice(0, -1)}b`);
    });
  });

  describe(`${name}: erasing`, () => {
    const intent = (): EventDraft => ({
      ...renamed(''),
      stream: STORE_STREAM,
      type: 'purge.intended',
      data: { sessions: [HEATHER] },
    });
    const done = (): EventDraft => ({ ...renamed(''), type: 'session.purged', data: { lines: 2, bytes: 9 } });

    it('takes the data of the session and leaves every other line as it was', async () => {
      const journal = await open();
      await append(journal, renamed('gorse secret'), renamed('bracken', MOOR));
      await append(journal, renamed('a'));
      const before = [...journal.read()];
      let unlinked = 0;
      const events = await journal.erase({
        sessions: [HEATHER],
        intent: intent(),
        done: [done()],
        unlink: () => void (unlinked += 1),
      });
      expect(titles(journal)).toEqual([null, 'bracken', null]);
      expect(events.map((event) => event.type)).toEqual(['purge.intended', 'session.purged']);
      expect(unlinked).toBe(1);
      const after = [...journal.read()];
      expect(after[1]).toEqual(before[1]);
      expect(after.slice(0, 3).map((entry) => entry.place)).toEqual(before.map((entry) => entry.place));
      expect(after.every((entry) => entry.kind === 'event')).toBe(true);
    });

    it('takes every line of a memory record but the one that says so', async () => {
      const journal = await open();
      const stream = memoryStream(CAIRN);
      const edited = (text: string): EventDraft => ({ ...renamed(''), stream, type: 'memory.edited', data: { text } });
      await append(journal, edited('the gorse secret'), renamed('bracken', MOOR));
      await append(journal, edited('the heath secret'));
      await journal.erase({
        sessions: [],
        memories: [CAIRN],
        intent: { ...intent(), type: 'purge.intended', data: { sessions: [], memories: [CAIRN] } },
        done: [{ ...renamed(''), stream, type: 'memory.forgotten', data: { tombstone: 'mark' } }],
        unlink: () => undefined,
      });
      const events = [...journal.read()].flatMap((entry) => (entry.kind === 'event' ? [entry.event] : []));
      const own = events.filter((event) => event.stream === stream).map(({ data }) => data);
      expect(own).toEqual([{ erased: true }, { erased: true }, { tombstone: 'mark' }]);
      expect(titles(journal)).toEqual(['bracken']);
    });

    it('keeps the chain whole, voids cursors into erased lines and goes on', async () => {
      const journal = await open();
      await append(journal, renamed('gorse'));
      const erased = journal.head();
      await append(journal, renamed('bracken', MOOR));
      const kept = journal.head();
      await journal.erase({ sessions: [HEATHER], intent: intent(), done: [done()], unlink: () => undefined });
      expect(journal.holds(erased)).toBe(false);
      expect(journal.holds(kept)).toBe(true);
      await append(journal, renamed('heath', MOOR));
      expect(titles(journal)).toEqual([null, 'bracken', 'heath']);
    });
  });
}
