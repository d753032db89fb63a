/** The search index as a cache: whatever becomes of its files, the answers are the same. */
import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { JOURNAL_START } from '../../src/app/ports/journal.ts';
import type {
  SearchFeed,
  SearchIndex,
  SearchReader,
  SearchSubject,
  SearchSubjectId,
} from '../../src/app/ports/search.ts';
import type { SearchDocument } from '../../src/domain/search-document.ts';
import { planSearch } from '../../src/domain/search-plan.ts';
import type { IsoTime } from '../../src/kernel/ids.ts';
import { openSearchIndex, type SearchIndexOptions } from '../../src/search-index/open-search-index.ts';
import { mintEventId } from '../journal/journal-fixture.ts';
import { fc } from '../support/properties.ts';

interface Said {
  readonly text: string;
  readonly minute: number;
}

/** A store in miniature: what each subject says now, and a journal that is the list of changes. */
class Estate {
  readonly subjects = new Map<SearchSubjectId, readonly Said[]>();
  readonly changes: { readonly id: SearchSubjectId | null }[] = [];

  say(n: number, said: readonly Said[] | null): void {
    const id = `session/${String(n).padStart(16, '0')}` as SearchSubjectId;
    if (said === null) this.subjects.delete(id);
    else this.subjects.set(id, said);
    this.changes.push({ id });
  }

  erase(): void {
    this.changes.push({ id: null });
  }

  feed(): SearchFeed {
    const at = (place: number) =>
      place === 0 ? JOURNAL_START : { segment: 1, offset: place, id: `e${place}`, sum: '' };
    return {
      storeId: 'harbour',
      head: () => at(this.changes.length),
      holds: ({ offset }) => offset <= this.changes.length,
      changes: ({ offset }) => {
        const late = this.changes.slice(offset).map(({ id }) => id);
        return { subjects: late.filter((id) => id !== null), erased: late.includes(null) };
      },
      all: () => [...this.subjects.keys()],
      subjects: (asked) => new Map(asked.flatMap(({ id }) => this.subject(id))),
    };
  }

  private subject(id: SearchSubjectId): [SearchSubjectId, SearchSubject][] {
    const said = this.subjects.get(id);
    if (said === undefined) return [];
    const documents = (): SearchDocument[] =>
      said.map(({ text, minute }, order) => ({
        key: `m${order}`,
        kind: 'prompt',
        at: new Date(Date.UTC(2026, 2, 1, 9, minute)).toISOString() as IsoTime,
        text,
        length: text.length,
        paths: [],
        order,
        inherited: false,
        turn: null,
      }));
    return [[id, { mark: JSON.stringify(said), labels: [`s${id.slice(8)}`, 'mnone'], documents }]];
  }
}

let folder = '';
let notices: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loom-search-'));
  notices = [];
  onTestFinished(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  });
});

function open(given: Partial<SearchIndexOptions> = {}): SearchIndex {
  const index = openSearchIndex({
    folder,
    mint: mintEventId,
    now: Date.now,
    onNotice: (words) => notices.push(words),
    ...given,
  });
  onTestFinished(() => index.close());
  return index;
}

/** Everything that a search may ask, as text. */
function answers(reader: SearchReader, words: string): string {
  const { terms } = planSearch(words);
  const filter = { labels: [] };
  const some = { all: [], any: terms, not: [], filter };
  const every = { all: terms, any: [], not: [], filter };
  const name = (row: number) =>
    reader.documents([row]).map(({ subjectId, key, text, at }) => [subjectId, key, text, at]);
  return JSON.stringify([
    reader.figures(),
    terms.map((term) => reader.frequency(term, 100)),
    reader.count(some, 100),
    reader
      .ranked(some, terms, 50)
      .map(({ row, score }) => [score.toFixed(9), name(row)])
      .sort(),
    reader
      .newest(every, 50)
      .map(({ row }) => name(row))
      .sort(),
    reader.similar('lamb', 3),
  ]);
}

const ask = (index: SearchIndex, estate: Estate, words = 'lamp oil'): string =>
  index.read(estate.feed(), (reader) => answers(reader, words));

function smallEstate(): Estate {
  const estate = new Estate();
  estate.say(1, [
    { text: 'the lamp is lit', minute: 1 },
    { text: 'oil for the lamp', minute: 2 },
  ]);
  estate.say(2, [{ text: 'no oil left', minute: 3 }]);
  return estate;
}

const files = (): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('search-') && name.endsWith('.sqlite'));
const currentFile = (): string => join(folder, String(files()[0]));

describe('a search index', () => {
  it('answers alike in memory and in a file, and after it was deleted', () => {
    const estate = smallEstate();
    const inMemory = ask(open({ folder: null }), estate);
    expect(ask(open(), estate)).toBe(inMemory);
    expect(files()).toHaveLength(1);
    rmSync(currentFile());
    expect(ask(open(), estate)).toBe(inMemory);
    expect(ask(open(), estate)).toBe(inMemory);
    expect(notices).toEqual([]);
  });

  it('tells how far its file is, and makes none for that', () => {
    const estate = smallEstate();
    expect(open().status()).toBeNull();
    expect(files()).toEqual([]);
    ask(open(), estate);
    expect(open().status()).toMatchObject({ path: currentFile(), documents: 3, cursor: { offset: 2 } });
    estate.say(3, [{ text: 'more oil', minute: 9 }]);
    expect(open().status()).toMatchObject({ documents: 3, cursor: { offset: 2 } });
    const index = open();
    index.rebuild(estate.feed());
    expect(index.status()).toMatchObject({ documents: 4, cursor: { offset: 3 } });
    expect(files()).toHaveLength(1);
    writeFileSync(currentFile(), 'no database');
    expect(open().status()).toBeNull();
    expect(open({ folder: null }).status()).toBeNull();
  });

  it('is empty for an empty store, and makes no file for it', () => {
    expect(ask(open(), new Estate())).toContain('[]');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that followed every change answers like one that was built at the end', () => {
    const said = fc.array(
      fc.record({
        text: fc.constantFrom('the lamp is lit', 'oil', 'lamp oil and wicks', 'lamps', '悬空 lamp'),
        minute: fc.nat(9),
      }),
      { maxLength: 5 },
    );
    const change = fc.record({ n: fc.nat(3), said: fc.option(said), look: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
        const estate = new Estate();
        const followed = open({ folder: null });
        for (const { n, said: words, look } of changes) {
          estate.say(n, words);
          if (look) ask(followed, estate);
        }
        expect(ask(followed, estate)).toBe(ask(open({ folder: null }), estate));
      }),
      { numRuns: 60 },
    );
  });

  it('takes over what another process left to do, and follows a file that was replaced', () => {
    const estate = smallEstate();
    const [one, other] = [open(), open()];
    ask(one, estate);
    ask(other, estate);
    for (let n = 3; n < 180; n += 1) estate.say(n, [{ text: `lamp number ${n}`, minute: n % 50 }]);
    const expected = ask(open({ folder: null }), estate);
    expect(ask(one, estate)).toBe(expected);
    expect(ask(other, estate)).toBe(expected);
    rmSync(currentFile());
    estate.say(2, [{ text: 'oil again', minute: 4 }]);
    expect(ask(other, estate)).toBe(ask(open({ folder: null }), estate));
  });

  it('is dropped with everything beside it once something was erased', () => {
    const estate = smallEstate();
    ask(open(), estate);
    const before = currentFile();
    estate.say(1, null);
    estate.erase();
    expect(ask(open(), estate)).toBe(ask(open({ folder: null }), estate));
    expect(files().map((name) => join(folder, name))).not.toContain(before);
    expect(readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes('lamp'))).toEqual([]);
  });

  it('answers from memory where the folder cannot be written', () => {
    const estate = smallEstate();
    const expected = ask(open({ folder: null }), estate);
    const blocked = join(folder, 'a-file');
    closeSync(openSync(blocked, 'w'));
    expect(ask(open({ folder: join(blocked, 'index') }), estate)).toBe(expected);
    expect(notices.join()).toContain('cannot be used');
  });

  it('of a newer loom is left as it is', () => {
    const estate = smallEstate();
    ask(open(), estate);
    const fd = openSync(currentFile(), 'r+');
    writeSync(fd, Buffer.from([0x7f, 0xff, 0xff, 0xff]), 0, 4, 60);
    closeSync(fd);
    const { mtimeMs } = statSync(currentFile());
    expect(ask(open(), estate)).toBe(ask(open({ folder: null }), estate));
    expect(statSync(currentFile()).mtimeMs).toBe(mtimeMs);
    expect(notices.join()).toContain('newer');
  });

  it('answers right whichever 512 bytes of it are overwritten', () => {
    const estate = smallEstate();
    const expected = ask(open({ folder: null }), estate);
    ask(open(), estate);
    const size = statSync(currentFile()).size;
    for (let offset = 0; offset < size; offset += 4096 * 3 + 512) {
      const fd = openSync(currentFile(), 'r+');
      writeSync(fd, Buffer.alloc(512, 0xa5), 0, 512, offset);
      closeSync(fd);
      expect(ask(open(), estate), `at ${offset}`).toBe(expected);
    }
  });

  it('finds by labels the same whether few documents have them or most', () => {
    const estate = new Estate();
    for (let n = 1; n <= 30; n += 1) estate.say(n, [{ text: `lamp ${'oil '.repeat(n % 5)}`, minute: n }]);
    const { terms } = planSearch('lamp');
    const rowsOf = (labels: readonly string[], most: number) =>
      open({ folder: null }).read(estate.feed(), (reader) =>
        reader
          .ranked({ all: terms, any: [], not: [], filter: { labels: [labels] } }, terms, most)
          .flatMap(({ row }) => reader.documents([row]).map(({ subjectId }) => subjectId)),
      );
    expect(rowsOf(['mnone'], 30)).toHaveLength(30);
    expect(rowsOf(['mnone'], 4)).toEqual(rowsOf(['mnone'], 30).slice(0, 4));
    const rare = `s${'7'.padStart(16, '0')}`;
    expect(rowsOf([rare], 2)).toEqual([`session/${rare.slice(1)}`]);
    expect(rowsOf([rare], 100)).toEqual([`session/${rare.slice(1)}`]);
    expect(rowsOf(['nobody'], 3)).toEqual([]);
  });

  it('ranks what says a word more often, or says little else, before what is long', () => {
    for (const talk of [
      'the tide was low and quiet',
      'the tide was low and the harbour quiet that morning, as on most days since '.repeat(3),
    ]) {
      const estate = new Estate();
      estate.say(1, [{ text: `lamp ${talk} ${talk} ${talk} ${talk}`, minute: 9 }]);
      estate.say(2, [{ text: `lamp ${talk}`, minute: 2 }]);
      estate.say(3, [{ text: 'lamp', minute: 1 }]);
      estate.say(4, [{ text: `lamp lamp lamp lamp ${talk}`, minute: 3 }]);
      const { terms } = planSearch('lamp');
      const found = open({ folder: null }).read(estate.feed(), (reader) =>
        reader
          .ranked({ all: terms, any: [], not: [], filter: { labels: [] } }, terms, 10)
          .flatMap(({ row }) => reader.documents([row]).map(({ subjectId }) => subjectId.at(-1))),
      );
      expect(found.indexOf('2')).toBeLessThan(found.indexOf('1'));
      expect(found.indexOf('3')).toBeLessThan(found.indexOf('2'));
      if (talk.length > 100) expect(found.indexOf('4')).toBeLessThan(found.indexOf('2'));
    }
  });

  it('lets the list of sessions keep its own files', () => {
    const estate = smallEstate();
    ask(open(), estate);
    const list = join(folder, 'current');
    const fd = openSync(list, 'w');
    writeSync(fd, 'left alone\n');
    closeSync(fd);
    estate.say(2, [{ text: 'oil again', minute: 4 }]);
    ask(open(), estate);
    expect(readFileSync(list, 'utf8')).toBe('left alone\n');
  });
});
