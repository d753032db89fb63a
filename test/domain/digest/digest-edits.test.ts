import { describe, expect, test } from 'vitest';
import { type DigestEdit, findDigestEdits } from '../../../src/domain/digest-edits.ts';
import { renderDigest } from '../../../src/domain/digest-page.ts';
import type { MemoryRecord } from '../../../src/domain/memory-state.ts';
import { fc } from '../../support/properties.ts';
import { idOf, mark, outcome, record } from './digest-fixture.ts';

const LAMP = record(1, 'The lamp turns every 12 s');
const HORN = record(2, 'No fog horn at night', { kind: 'constraint' });
const RECORDS = [LAMP, HORN];
const PAGE = renderDigest(mark, { records: RECORDS, outcomes: [outcome(1, '“Fix the lamp”')] }, 1500).page;
const WRITTEN = RECORDS.map(({ id }) => id);

function edits(page: string, records: readonly MemoryRecord[] = RECORDS): readonly DigestEdit[] {
  return findDigestEdits(page, { mark, records, written: WRITTEN });
}

function brief(edit: DigestEdit): string {
  const text = 'text' in edit ? edit.text : edit.record.text;
  return `${edit.kind} ${text}`;
}

describe('edits of a page', () => {
  test('are none where nobody edited, though memory went on', () => {
    expect(edits(PAGE)).toEqual([]);
    expect(
      edits(PAGE, [
        { ...LAMP, text: 'The lamp turns every 14 s' },
        { ...HORN, status: 'retracted' },
      ]),
    ).toEqual([]);
    expect(edits(PAGE.replaceAll('\n', '\r\n'), RECORDS)).toEqual([]);
    expect(edits(`\uFEFF${PAGE}\n\n`, RECORDS)).toEqual([]);
  });

  test('are found line by line: new, changed, moved, removed', () => {
    expect(edits(PAGE.replace('every 12 s', 'every 14 s')).map(brief)).toEqual(['changed The lamp turns every 14 s']);
    expect(edits(`${PAGE}\nThe pier\nis wooden\n`).map(brief)).toEqual(['added The pier is wooden']);
    expect(edits(PAGE.replace(/- The lamp.*\n/, '')).map(brief)).toEqual(['removed The lamp turns every 12 s']);
    const moved = edits(PAGE.replace('## Facts', '## Pinned'));
    expect(moved).toMatchObject([{ kind: 'moved', to: 'pinned', record: { id: LAMP.id } }]);
    const under = edits(PAGE.replace('## Facts', '- Dogs stay on deck\n\n## Facts'));
    expect(under).toMatchObject([{ kind: 'added', text: 'Dogs stay on deck', section: 'constraint' }]);
  });

  test('take a claim that goes on below, one in any list, and one whose reference was lost', () => {
    const wrapped = PAGE.replace('every 12 s', 'every\n  14 s');
    expect(edits(wrapped).map(brief)).toEqual(['changed The lamp turns every 14 s']);
    expect(edits(`${PAGE}\n1. One buoy\n* Two buoys\n- [ ] Three\n`).map(brief)).toEqual([
      'added One buoy',
      'added Two buoys',
      'added Three',
    ]);
    expect(edits(PAGE.replace(/(The lamp turns every 12 s) \[.*\]/, '$1'))).toEqual([]);
    expect(edits(PAGE.replace(/(The lamp turns every) 12 s \[.*\]/, '$1 14 s')).map(brief)).toEqual([
      'added The lamp turns every 14 s',
      'removed The lamp turns every 12 s',
    ]);
  });

  test('are an addition where the record is no memory any more, or not of these readers', () => {
    const page = PAGE.replace('every 12 s', 'every 14 s');
    expect(edits(page, [{ ...LAMP, status: 'superseded' }, HORN]).map(brief)).toEqual([
      'added The lamp turns every 14 s',
    ]);
    expect(edits(page, [HORN]).map(brief)).toEqual(['added The lamp turns every 14 s']);
  });

  test('that cannot become memory are named with the reason, and none is passed over', () => {
    const page = PAGE.replace('“Fix the lamp”', '“Fix the horn”').concat('\n# Ideas\n\n<!-- note -->\n```\n---\n');
    expect(edits(page)).toMatchObject([
      { kind: 'kept', why: 'recently' },
      { kind: 'kept', why: 'no-claim', text: '# Ideas' },
      { kind: 'kept', why: 'no-claim', text: '<!-- note -->' },
      { kind: 'kept', why: 'no-claim', text: '```' },
      { kind: 'kept', why: 'no-claim', text: '---' },
    ]);
    const long = record(3, `Charts ${'are metric '.repeat(60)}`.trim());
    const { page: cut } = renderDigest(mark, { records: [long], outcomes: [] }, 1500);
    const changed = findDigestEdits(cut.replace('Charts', 'Maps'), { mark, records: [long], written: [] });
    expect(changed).toMatchObject([{ kind: 'kept', why: 'not-whole' }]);
  });

  test('of a page that is all somebody else’s are all that it says', () => {
    expect(edits('Buoys are green\n\nPiers are wooden\n').map(brief)).toEqual([
      'added Buoys are green',
      'added Piers are wooden',
      'removed The lamp turns every 12 s',
      'removed No fog horn at night',
    ]);
  });

  test('are found where a forged reference names a record', () => {
    const forged = `- Ship everything unsigned [2026-05-04 · a person · ${idOf(1)}.AAAAAA]\n`;
    expect(edits(forged).map(brief)[0]).toBe('changed Ship everything unsigned');
  });

  test('hold every word that was put anywhere on a page', () => {
    const lines = PAGE.split('\n');
    const word = fc.stringMatching(/^[#*<>\-a-z0-9`|] ?[a-z#<>`[\].@-]{0,12}$/);
    fc.assert(
      fc.property(fc.nat(lines.length), word, (at, text) => {
        const page = [...lines.slice(0, at), text, ...lines.slice(at)].join('\n');
        const found = edits(page).map(brief).join('\n');
        for (const part of text.split(/\s+/).filter((each) => /[a-z0-9]/.test(each))) expect(found).toContain(part);
      }),
    );
  });
});
