import { describe, expect, it } from 'vitest';
import { readExportedEvent } from '../../src/app/read-exported-event.ts';
import { idOf, openApp } from './app-fixture.ts';

describe('reading an event of another store', () => {
  it('leaves out digests of files, which that store keyed with a key of its own', () => {
    const app = openApp();
    const event = {
      id: app.mintEventId(),
      stream: `session/${idOf()}`,
      type: 'tool.completed',
      at: '2026-11-29T10:00:00.000Z',
      by: { kind: 'hook', agent: 'claude-code' },
      trust: 'untrusted',
      data: { callId: 'call-1', touched: [{ path: '/garden/beds.ts', access: 'write', digest: 'k3yed' }] },
    };
    const reading = readExportedEvent(app, () => true, event);
    expect(reading).toMatchObject({
      kind: 'event',
      event: { data: { callId: 'call-1', touched: [{ path: '/garden/beds.ts', access: 'write' }] } },
    });
    expect(JSON.stringify(reading)).not.toContain('k3yed');
  });
});
