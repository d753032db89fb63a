import { expect, test } from 'vitest';
import type { EventDraft } from '../../src/events/envelope.ts';
import { type MemoryId, memoryStream, type SessionId, sessionStream } from '../../src/kernel/ids.ts';
import { formatInstant } from '../../src/kernel/instant.ts';
import { close, codesOf, examine, type Lab, openLab, start } from './resume-lab.ts';

const OLD = '0d0d0d0d0d0d0d0d' as MemoryId;
const NEW = '1e1e1e1e1e1e1e1e' as MemoryId;

async function append(lab: Lab, facts: readonly Pick<EventDraft, 'stream' | 'type' | 'data'>[]): Promise<void> {
  const { app } = lab;
  const common = { at: formatInstant(app.clock()), by: { kind: 'person' }, trust: 'person' } as const;
  const drafts = facts.map((fact) => ({ id: app.mintEventId(), ...common, ...fact }) as EventDraft);
  await app.journal.commit({ since: app.journal.head(), decide: () => ({ kind: 'append', drafts }), wait: 0 });
}

function accepted(id: MemoryId, text: string): readonly Pick<EventDraft, 'stream' | 'type' | 'data'>[] {
  const claim = { kind: 'fact', text, provenance: {}, confidence: 'confirmed', instructionShaped: false } as const;
  return [
    { stream: memoryStream(id), type: 'memory.proposed', data: claim },
    { stream: memoryStream(id), type: 'memory.accepted', data: {} },
  ];
}

function shown(session: SessionId): Pick<EventDraft, 'stream' | 'type' | 'data'> {
  return { stream: sessionStream(session), type: 'memory.retrieved', data: { memories: [OLD] } };
}

test('memory that the session was shown and that was replaced since is named with its successor', async () => {
  const lab = openLab();
  const [informed, other] = [await start(lab), await start(lab)];
  await append(lab, [...accepted(OLD, 'The gauge is in feet'), shown(informed)]);
  for (const session of [informed, other]) await close(lab, session);
  expect((await examine(lab, informed)).judgement.verdict).toBe('ready');
  const replaced = { stream: memoryStream(OLD), type: 'memory.superseded', data: { supersededBy: NEW } } as const;
  await append(lab, [...accepted(NEW, 'The gauge is in metres'), replaced]);
  const examined = await examine(lab, informed);
  expect([examined.judgement.verdict, codesOf(examined)]).toEqual(['ready-with-stale-context', ['memory-superseded']]);
  expect(examined.judgement.findings[0]).toMatchObject({ before: OLD, after: NEW });
  expect((await examine(lab, other)).judgement.verdict).toBe('ready');
});
