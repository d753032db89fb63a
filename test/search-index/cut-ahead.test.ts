import { describe, expect, it } from 'vitest';
import type { KeptSession, SearchSubjectId } from '../../src/app/ports/search.ts';
import { SEARCH_KINDS, type SearchDocument } from '../../src/domain/search-document.ts';
import type { IsoTime } from '../../src/kernel/ids.ts';
import { CutAhead, cutEach, type WantedSubject } from '../../src/search-index/cut-ahead.ts';
import type { CutOfSession, CutQuestion, Cutter } from '../../src/search-index/cutting-thread.ts';
import { packDocuments, unpackDocuments } from '../../src/search-index/packed-documents.ts';
import { fc } from '../support/properties.ts';

const MEGABYTE = 1_048_576;

function documentsOf(n: number): SearchDocument[] {
  return Array.from({ length: n % 4 }, (_, order) => ({
    key: `m${order}`,
    kind: SEARCH_KINDS[order] ?? 'title',
    at: '2026-03-01T09:00:00.000Z' as IsoTime,
    text: `row ${n} of the garden, bed_${order}`,
    length: 20,
    paths: order === 1 ? ['beds/peas.md'] : [],
    order: order === 2 ? null : order,
    inherited: false,
    turn: null,
  }));
}

/** A session of some size; one of none was recorded live, so that nobody else can read it. */
function wantedSubject(n: number, megabytes: number): WantedSubject {
  const kept = { state: { transcript: { keptLength: megabytes * MEGABYTE } } } as unknown as KeptSession;
  const asked = { id: `session/${n}` as SearchSubjectId, since: null };
  if (n % 11 === 10) return { asked, present: undefined };
  const subject = { mark: 'm', labels: [], documents: () => documentsOf(n) };
  return { asked, present: megabytes === 0 ? subject : { ...subject, kept } };
}

type Habit = 'answers' | 'is late' | 'cannot read' | 'is silent';

/** A thread in miniature. */
class Helper implements Cutter {
  readonly asked: CutQuestion[] = [];
  readonly #wanted: readonly WantedSubject[];
  readonly #habit: Habit;
  #ready = 0;
  closed = false;

  constructor(wanted: readonly WantedSubject[], habit: Habit) {
    this.#wanted = wanted;
    this.#habit = habit;
  }

  ask(question: CutQuestion): void {
    this.asked.push(question);
    if (this.#habit !== 'is late') this.#ready = this.asked.length;
  }

  take(): CutOfSession | undefined {
    if (this.#habit === 'is silent' || this.#ready === 0) return undefined;
    this.#ready -= 1;
    const number = this.asked.shift()?.number ?? 0;
    const documents = [...cutEach(this.#wanted[number - 1]?.present)];
    return { number, documents: this.#habit === 'cannot read' ? undefined : documents };
  }

  wait(): boolean {
    if (this.#habit === 'is silent') return false;
    this.#ready = Math.min(1, this.asked.length);
    return this.#ready > 0;
  }

  close(): void {
    this.closed = true;
  }
}

function gather(ahead: CutAhead) {
  const found = [];
  for (let next = ahead.next(); next !== undefined; next = ahead.next())
    found.push({ id: next.asked.id, there: next.present !== undefined, documents: [...next.documents()] });
  ahead.close();
  return found;
}

describe('subjects whose documents are cut ahead', () => {
  it('are the same, in the same order, whatever the other thread does', () => {
    const habit = fc.constantFrom<Habit>('answers', 'is late', 'cannot read', 'is silent');
    const sizes = fc.array(fc.constantFrom(0, 1, 2, 5, 9), { maxLength: 60 });
    fc.assert(
      fc.property(sizes, habit, (megabytes, how) => {
        const wanted = megabytes.map((each, index) => wantedSubject(index, each));
        const alone = wanted.map(({ asked, present }) => ({
          id: asked.id,
          there: present !== undefined,
          documents: [...cutEach(present)],
        }));
        expect(gather(new CutAhead(wanted, () => new Helper(wanted, how)))).toEqual(alone);
      }),
    );
  });

  it('are cut by one thread where there is little', () => {
    let opened = 0;
    const wanted = Array.from({ length: 15 }, (_, index) => wantedSubject(index, 1));
    const ahead = new CutAhead(wanted, () => {
      opened += 1;
      return undefined;
    });
    expect(gather(ahead)).toHaveLength(15);
    expect(opened).toBe(0);
  });

  it('are shared between both where there is much, and the other thread is closed at the end', () => {
    const wanted = Array.from({ length: 60 }, (_, index) => wantedSubject(index, 1));
    const helper = new Helper(wanted, 'is late');
    const numbers: number[] = [];
    const ask = helper.ask.bind(helper);
    helper.ask = (question) => {
      numbers.push(question.number);
      ask(question);
    };
    expect(gather(new CutAhead(wanted, () => helper))).toHaveLength(60);
    expect(numbers.length).toBeGreaterThan(8);
    expect(numbers.length).toBeLessThan(52);
    expect(helper.closed).toBe(true);
  });
});

it('cut documents are handed over as they are', () => {
  const cut = [1, 2, 3].flatMap((n) => [...cutEach(wantedSubject(n, 0).present)]);
  expect(unpackDocuments(structuredClone(packDocuments(cut)))).toEqual(cut);
});
