import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { foldSession } from '../../src/domain/session-fold.ts';
import type { SessionState } from '../../src/domain/session-state.ts';
import { isErased } from '../../src/events/erased.ts';
import type { LoomEvent } from '../../src/events/envelope.ts';
import { type ParsedLine, parseEventLine } from '../../src/events/event-line.ts';
import { EVENT_SCHEMAS } from '../../src/events/event-schemas.ts';
import { EVENT_TYPES } from '../../src/events/event-types.ts';
import { deriveSessionId } from '../../src/events/session-id.ts';
import type { Sha256 } from '../../src/kernel/sources.ts';

const STORE = fileURLToPath(new URL('format-1/', import.meta.url));
const FORMAT_PAGE = fileURLToPath(new URL('../../docs/journal-format.md', import.meta.url));
const sha256: Sha256 = (content) => createHash('sha256').update(content).digest();

/** Bytes that no version of loom may need changed. To add a case, add another store. */
const FROZEN = {
  'journal/000001.jsonl': '7ca1ef5488b8ccd575de77ac6a97f7084ec871c8b71f5012188a2dd83b877940',
  'journal/000002.jsonl': 'b7a60fa202c8546ed8f62bf4ffffcdf102c5995d6178b28c5bc8725169f9a1ba',
  'store.json': '139fbfc9ca1ba73e69e251d2b87489eb40dc1c14e78374448466406dd6845ff6',
  'transcripts/2w/2w85k1s22r9jc09g.jsonl': '308dda5a9d8e104b30c98360d3142302ae38827306b416c4c75ad212b9a079c4',
};

/** Types that came after this store was frozen; each is frozen in a store of its own. */
const TYPES_SINCE = ['run.completed', 'journal.redacted'] as const;

/** Where segment 1 ends: behind it lies the beginning of a line that was never finished. */
const ENDS: Readonly<Record<string, number>> = { '000001.jsonl': 29448 };

const MAIN = '2w85k1s22r9jc09g';
const SUBAGENT = 'npmmz7sp7g8g8kpd';
const CONTINUATION = '1m12kd7cd3n7bvge';
const PURGED = 'th7n0ypte6jt7x4t';

function readLines(): readonly ParsedLine[] {
  const folder = join(STORE, 'journal');
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const content = readFileSync(join(folder, name)).subarray(0, ENDS[name]);
      return content.toString('utf8').split('\n').slice(0, -1);
    })
    .map((line) => parseEventLine(Buffer.from(line), sha256));
}

function readEvents(): readonly LoomEvent[] {
  return readLines().flatMap((line) => (line.kind === 'event' ? [line.event] : []));
}

function foldAll(events: readonly LoomEvent[]): ReadonlyMap<string, SessionState> {
  const states = new Map<string, SessionState>();
  for (const event of events) {
    const key = event.stream.replace('session/', '');
    const state = foldSession(states.get(key), event);
    if (state !== undefined) states.set(key, state);
  }
  return states;
}

/** The checking program that the page on the format promises to be enough. */
function writeChecker(folder: string): string {
  const page = readFileSync(FORMAT_PAGE, 'utf8');
  const program = /```python\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const path = join(folder, 'check-journal.py');
  writeFileSync(path, program);
  return path;
}

describe('a frozen store of format 1', () => {
  it.each(Object.entries(FROZEN))('still has the bytes of %s', (path, digest) => {
    expect(createHash('sha256').update(readFileSync(join(STORE, path))).digest('hex')).toBe(digest);
  });

  it('reads every line without damage', () => {
    const lines = readLines();
    expect(lines).toHaveLength(65);
    expect(lines.filter((line) => line.kind === 'damage')).toEqual([]);
  });

  it('holds every event type of the catalogue, and passes over one that nobody knows', () => {
    const types = new Set(readEvents().map((event) => event.type));
    expect([...types, ...TYPES_SINCE].sort()).toEqual([...EVENT_TYPES].sort());
    const unknown = readLines().flatMap((line) => (line.kind === 'unknown' ? [[line.event.type, line.newer]] : []));
    expect(unknown).toEqual([['weather.noted', false]]);
  });

  it('accepts the data of every event', () => {
    for (const event of readEvents()) {
      expect(EVENT_SCHEMAS[event.type].safeParse(event.data).success, `${event.type} ${event.id}`).toBe(true);
    }
  });

  it('chains every line to the one before, across segments', () => {
    const events = readLines().flatMap((line) => (line.kind === 'damage' ? [] : [line.event]));
    const previous = ['', ...events.map((event) => event.id)].slice(0, -1);
    expect(events.map((event) => event.prev)).toEqual(previous);
  });

  it('computes the same session ids', () => {
    const started = readEvents().filter((event) => event.type === 'session.started' && !isErased(event.data));
    for (const event of started) {
      if (event.type !== 'session.started') continue;
      expect(event.stream).toBe(`session/${deriveSessionId(event.data.agent, event.data.nativeId, sha256)}`);
    }
    expect(started).toHaveLength(3);
  });

  it('folds to the same sessions', () => {
    const sessions = foldAll(readEvents());
    expect([...sessions.keys()].sort()).toEqual([CONTINUATION, MAIN, SUBAGENT, PURGED].sort());
    expect(sessions.get(MAIN)).toMatchObject({
      title: 'Double charge at checkout',
      startTitle: 'Checkout charges twice',
      pinned: true,
      archived: false,
      deleted: null,
      closed: { reason: 'silence', inferred: true },
      transcript: { lines: 4, generation: 1 },
    });
    expect(sessions.get(SUBAGENT)).toMatchObject({ archived: true, pinned: false, parent: { kind: 'subagent' } });
    expect(sessions.get(CONTINUATION)).toMatchObject({ archived: false, parent: { session: MAIN } });
    expect(sessions.get(CONTINUATION)?.deleted).not.toBeNull();
  });

  it('says of the purged session only that it is gone', () => {
    expect(foldAll(readEvents()).get(PURGED)).toMatchObject({ purged: true, startTitle: null, where: null });
    const text = readFileSync(join(STORE, 'journal', '000001.jsonl'), 'utf8');
    expect(text).toContain('{"erased":true} ');
    expect(text).not.toContain('Customer addresses');
  });
});

describe('the checking program on the page about the format', () => {
  const python = spawnSync('python3', ['--version']).status === 0;

  it.skipIf(!python)(`finds the frozen store sound, and a changed byte in it${python ? '' : ' (needs python3)'}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'loom-format-'));
    try {
      const checker = writeChecker(folder);
      expect(execFileSync('python3', [checker, STORE], { encoding: 'utf8' })).toContain('65 good lines, 0 problems');
      const copy = join(folder, 'store');
      execFileSync('cp', ['-r', STORE, copy]);
      const segment = join(copy, 'journal', '000002.jsonl');
      writeFileSync(segment, readFileSync(segment, 'utf8').replace('went nowhere', 'went anywhere'));
      const found = spawnSync('python3', [checker, copy], { encoding: 'utf8' });
      expect(found.status).toBe(1);
      expect(found.stdout).toMatch(/^000002\.jsonl:2:\d+: bad sum$/m);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
