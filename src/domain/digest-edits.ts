import type { MemoryKind } from '../events/memory-data.ts';
import { type MarkLine, originOf, textOnLine } from './digest-line.ts';
import { isOwnPage, type PageLine, readPage } from './digest-page.ts';
import { type DigestSection, sectionOf } from './digest-section.ts';
import { readClaim } from './memory-claim.ts';
import type { MemoryRecord } from './memory-state.ts';

/** Why something on a page cannot become memory. */
export type NotAdoptable =
  /** A heading, a comment, code: no claim. */
  | 'no-claim'
  /** The page shows only a part of the record, or it in another form. */
  | 'not-whole'
  /** A line about a session: those follow from what happened. */
  | 'recently';

/** What a person did to a page. */
export type DigestEdit =
  | { readonly kind: 'added'; readonly line: number; readonly text: string; readonly section: DigestSection | null }
  | { readonly kind: 'changed'; readonly line: number; readonly record: MemoryRecord; readonly text: string }
  | { readonly kind: 'moved'; readonly line: number; readonly record: MemoryRecord; readonly to: DigestSection }
  | { readonly kind: 'removed'; readonly record: MemoryRecord }
  | { readonly kind: 'kept'; readonly line: number; readonly text: string; readonly why: NotAdoptable };

/** What a page is compared with. */
export interface EditContext {
  readonly mark: MarkLine;
  /** Records that the readers of the page see, whatever their status. */
  readonly records: readonly MemoryRecord[];
  /** Ids of records that loom wrote on the page last. */
  readonly written: readonly string[];
}

function isWhole(record: MemoryRecord): boolean {
  return textOnLine(record.text) === record.text;
}

/** A text without its form; texts without a word are as they are. */
function sayingOf(text: string): string {
  const { normal } = readClaim(text);
  return normal === '' ? text : normal;
}

class EditFinder {
  readonly edits: DigestEdit[] = [];
  readonly #context: EditContext;
  readonly #byId: ReadonlyMap<string, MemoryRecord>;
  /** Texts without their form that stand already. */
  readonly #standing: ReadonlySet<string>;
  readonly #seen = new Set<string>();

  constructor(context: EditContext) {
    this.#context = context;
    this.#byId = new Map(context.records.map((record) => [record.id as string, record]));
    const accepted = context.records.filter(({ status }) => status === 'accepted');
    this.#standing = new Set(accepted.map(({ text }) => sayingOf(text)));
  }

  take(line: PageLine): void {
    const origin = originOf(this.#context.mark, line);
    const { subject } = line;
    if (subject?.kind === 'session') {
      if (origin === undefined) this.#keep(line, 'recently');
      return;
    }
    const record = subject === null ? undefined : this.#byId.get(subject.id);
    if (record?.status === 'accepted' && !this.#seen.has(record.id)) this.#compare(line, record, origin);
    else if (origin === undefined) this.#add(line);
  }

  #compare(line: PageLine, record: MemoryRecord, origin: DigestSection | undefined): void {
    this.#seen.add(record.id);
    const isChanged = origin === undefined && line.text !== textOnLine(record.text);
    // A reference without a text is a line that was emptied.
    if (line.text === '') this.#seen.delete(record.id);
    else if (isChanged && !isWhole(record)) this.#keep(line, 'not-whole');
    else {
      if (isChanged) this.edits.push({ kind: 'changed', line: line.line, record, text: line.text });
      this.#move(line, record, origin);
    }
  }

  /** A line that stands where loom did not put it, and where its record does not belong. */
  #move({ section, line }: PageLine, record: MemoryRecord, origin: DigestSection | undefined): void {
    if (section === null || section === 'recently' || section === origin || section === sectionOf(record)) return;
    this.edits.push({ kind: 'moved', line, record, to: section });
  }

  #add({ line, text, section }: PageLine): void {
    const saying = sayingOf(text);
    if (this.#standing.has(saying)) {
      for (const record of this.#context.records) if (sayingOf(record.text) === saying) this.#seen.add(record.id);
      return;
    }
    this.edits.push({ kind: 'added', line, text, section });
  }

  #keep({ line, text }: PageLine, why: NotAdoptable): void {
    this.edits.push({ kind: 'kept', line, text, why });
  }

  /** Records that stood on the page and are still memory. */
  removed(): readonly DigestEdit[] {
    return this.#context.written.flatMap((id) => {
      const record = this.#byId.get(id);
      return record?.status === 'accepted' && !this.#seen.has(id) ? [{ kind: 'removed', record } as const] : [];
    });
  }
}

/**
 * Finds what a person changed on a page, by the marks of its lines; what memory says already is no edit any more. The page
 * must be redacted. A page as loom wrote it has none, however old it is.
 */
export function findDigestEdits(page: string, context: EditContext): readonly DigestEdit[] {
  if (isOwnPage(context.mark, page)) return [];
  const { lines, foreign } = readPage(page);
  const finder = new EditFinder(context);
  for (const line of lines) finder.take(line);
  const kept = foreign.map(({ line, text }) => ({ kind: 'kept', line, text, why: 'no-claim' }) as const);
  return [...finder.edits, ...kept, ...finder.removed()];
}

/** Edits that hold bytes which are nowhere else: while there is one, the page is not written over. */
export function holdsBytes(edit: DigestEdit): boolean {
  return edit.kind === 'added' || edit.kind === 'changed' || edit.kind === 'kept';
}

/** The kind of a record that is written under a heading. */
export function kindOfSection(section: DigestSection | null): MemoryKind {
  return section === null || section === 'pinned' || section === 'recently' ? 'fact' : section;
}
