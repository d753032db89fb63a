import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closeSession } from '../../src/app/close-session.ts';
import type { AppContext } from '../../src/app/context.ts';
import { recordEvent } from '../../src/app/record-event.ts';
import { sessionBaselines } from '../../src/app/session-baselines.ts';
import { startSession } from '../../src/app/start-session.ts';
import { EVENT_SCHEMAS } from '../../src/events/event-schemas.ts';
import { snapshotDocument } from '../../src/events/snapshot-schemas.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { openTestApp } from './app-fixture.ts';
import { git, makeRepository, makeTempFolder } from './git-fixture.ts';

interface Shop {
  readonly app: AppContext;
  readonly root: string;
  readonly session: SessionId;
}

async function openShop(pid?: number): Promise<Shop> {
  const base = makeTempFolder();
  onTestFinished(() => removeFolder(base));
  const root = makeRepository(join(base, 'shop'));
  writeFileSync(join(root, 'beds.ts'), 'roses\n');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'beds');
  const app = openTestApp(root);
  const request = { agent: 'codex', ...(pid === undefined ? {} : { pid }) } as const;
  const { session } = await startSession(app, request, () => 'native-shop');
  app.readModel.catchUp();
  return { app, root, session };
}

async function record({ app, session }: Shop, type: 'tool.completed' | 'tool.requested', data: object): Promise<void> {
  const fits = (name: string, value: unknown) => EVENT_SCHEMAS[name as typeof type].safeParse(value).success;
  const outcome = await recordEvent(app, { session, type, data: data as never, fits });
  expect(outcome.kind).toBe('recorded');
  app.readModel.catchUp();
}

function knownBy({ app, session }: Shop) {
  app.readModel.catchUp();
  const state = app.readModel.state(session);
  if (state === undefined) throw new Error('no session');
  return sessionBaselines(app, state);
}

describe('a session that was started by hand', () => {
  it('knows HEAD, policy and process of its start', async () => {
    const shop = await openShop(process.pid);
    const { head, policy, process: mark, ended } = knownBy(shop);
    expect(head).toMatchObject({
      occasion: 'start',
      inferred: false,
      where: { head: git(shop.root, 'rev-parse', 'HEAD') },
    });
    expect(head?.snapshot?.git).toMatchObject({ branch: 'main', dirty: [] });
    expect(policy).toMatchObject({ snapshot: { policy: [] } });
    expect(mark).toMatchObject({ pid: process.pid });
    expect(ended).toBe(false);
  });

  it('has its snapshot in a blob that fits the schema, in the commit of its start', async () => {
    const { app, session } = await openShop();
    const [started, taken] = [...app.journal.read()].flatMap((entry) => (entry.kind === 'event' ? [entry.event] : []));
    if (taken?.type !== 'snapshot.taken') throw new Error('no snapshot');
    expect(taken.commit[0]).toBe(started?.commit[0]);
    const blob = app.transcripts.blob(session, taken.data.document?.blob ?? '');
    expect(snapshotDocument.safeParse(JSON.parse(new TextDecoder().decode(blob)))).toMatchObject({ success: true });
  });

  it('knows the HEAD of its close, and still the policy of its start', async () => {
    const shop = await openShop();
    writeFileSync(join(shop.root, 'AGENTS.md'), 'Water at dawn.');
    git(shop.root, 'add', '-A');
    git(shop.root, 'commit', '-q', '-m', 'more');
    await closeSession(shop.app, shop.session);
    const { head, policy, ended } = knownBy(shop);
    expect(head).toMatchObject({ occasion: 'close', where: { head: git(shop.root, 'rev-parse', 'HEAD') } });
    expect(head?.snapshot?.policy).toMatchObject([{ path: 'AGENTS.md' }]);
    expect(policy?.snapshot.policy).toEqual([]);
    expect(ended).toBe(true);
  });

  it('knows a file as it was right after the call that touched it', async () => {
    const shop = await openShop();
    const touched = [{ path: 'beds.ts', access: 'write' }];
    await record(shop, 'tool.completed', { callId: 'c1', name: 'apply_patch', touched });
    writeFileSync(join(shop.root, 'beds.ts'), 'tulips\n');
    expect([...knownBy(shop).paths.values()]).toMatchObject([
      {
        path: join(shop.root, 'beds.ts'),
        inRoot: 'beds.ts',
        access: 'edit',
        source: 'hook',
        digest: shop.app.snapshots.digestContent('roses\n'),
      },
    ]);
  });

  it('keeps a digest that came with the event, and gives none to a file that is gone', async () => {
    const shop = await openShop();
    const touched = [
      { path: 'beds.ts', access: 'read', digest: 'given' },
      { path: 'gone.ts', access: 'read' },
    ];
    await record(shop, 'tool.completed', { callId: 'c1', name: 'view', touched });
    const paths = [...knownBy(shop).paths.values()];
    expect(paths).toMatchObject([{ digest: 'given' }, { inRoot: 'gone.ts' }]);
    expect(paths[1]).not.toHaveProperty('digest');
  });

  it('knows a file that nobody digested from the snapshot after it', async () => {
    const shop = await openShop();
    await record(shop, 'tool.requested', { callId: 'c1', name: 'read_file', paths: ['beds.ts'], access: 'read' });
    expect(knownBy(shop).paths.get(join(shop.root, 'beds.ts'))).toMatchObject({ source: 'unknown', reads: 1 });
    await closeSession(shop.app, shop.session);
    expect(knownBy(shop).paths.get(join(shop.root, 'beds.ts'))).toMatchObject({
      source: 'snapshot',
      later: { occasion: 'close', head: git(shop.root, 'rev-parse', 'HEAD') },
    });
  });

  it('counts the tools whose effects cannot be named', async () => {
    const shop = await openShop();
    await record(shop, 'tool.requested', { callId: 'c1', name: 'exec_command' });
    await record(shop, 'tool.completed', { callId: 'c1', name: 'exec_command' });
    expect(knownBy(shop).opaqueTools).toEqual([{ name: 'exec_command', kind: 'shell', calls: 1 }]);
  });

  it('loses what it knew, not more, when its document is gone', async () => {
    const shop = await openShop();
    shop.app.transcripts.erase(shop.session);
    expect(knownBy(shop)).toMatchObject({ policy: null, head: { where: { head: expect.any(String) } } });
  });

  it('leaves no document behind when there was nothing to close', async () => {
    const shop = await openShop();
    await closeSession(shop.app, shop.session);
    const before = shop.app.transcripts.blobs(shop.session);
    writeFileSync(join(shop.root, 'new.ts'), 'x');
    expect(await closeSession(shop.app, shop.session)).toMatchObject({ kind: 'nothing' });
    expect(shop.app.transcripts.blobs(shop.session)).toEqual(before);
  });
});
