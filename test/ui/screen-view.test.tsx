import { render } from 'ink-testing-library';
import { expect, it, onTestFinished } from 'vitest';
import { ScreenView } from '../../src/ui/screen-view.tsx';
import { openStore } from '../../src/ui/ui-store.ts';
import { until } from '../support/patience.ts';
import { type FakePlan, fakeHost, memoryRow, sessionId, sessionRow } from './fake-host.ts';

const SIZE = { columns: 100, rows: 14 };

function open(plan: FakePlan) {
  const fake = fakeHost(plan);
  const store = openStore(fake.host, SIZE);
  const view = render(<ScreenView store={store} unicode={true} />);
  onTestFinished(() => view.unmount());
  const shows = async (text: string): Promise<string> => {
    const frame = () => view.lastFrame() ?? '';
    await until(
      () => frame().includes(text),
      () => `the screen never showed ${text}:\n${frame()}`,
    );
    return frame();
  };
  return { ...fake, store, shows, type: (keys: string) => view.stdin.write(keys) };
}

const SESSIONS = Array.from({ length: 250 }, (_, n) => sessionRow(n + 1));

it('draws list, pane and keys, and no line wider than the screen', async () => {
  const { shows } = open({ sessions: SESSIONS });
  const frame = await shows(`preview of ${sessionId(1)}`);
  await shows('ready: nothing differs');
  expect(frame).toContain('1 of 250');
  const lines = frame.split('\n');
  expect(lines.length).toBeLessThan(SIZE.rows);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(SIZE.columns);
});

it('searches with what is typed, once the fingers rest', async () => {
  const { shows, type, questions } = open({ sessions: SESSIONS });
  await shows('1 of 250');
  type('/');
  for (const letter of 'table 249') type(letter);
  await shows('1 of 1');
  expect(questions.filter((question) => question !== '|recent|-|0')).toEqual(['table 249|recent|-|0']);
});

it('reads further pages as one goes down', async () => {
  const { shows, type, questions } = open({ sessions: SESSIONS });
  await shows('1 of 250');
  type('G');
  await shows('100 of 250');
  type('G');
  await shows('200 of 250');
  expect(questions).toContain('|recent|-|100');
});

it('tells what an action came to', async () => {
  const { shows, type, actions } = open({ sessions: SESSIONS });
  await shows('1 of 250');
  type('p');
  await shows('did pin');
  expect(actions).toEqual([{ type: 'pin', session: sessionId(1) }]);
});

it('goes on after an action that failed, and says why', async () => {
  const { shows, type } = open({
    sessions: SESSIONS,
    host: {
      act: async () => {
        throw new Error('the store is busy');
      },
    },
  });
  await shows('1 of 250');
  type('p');
  await shows('the store is busy');
  type('j');
  await shows('2 of 250');
});

it('shows memory that waits, and accepts it', async () => {
  const { shows, type, actions } = open({ memories: [memoryRow(1)], start: { tab: 'memory' } });
  await shows("Gauges are read at 1 o'clock");
  type('v');
  await shows('[review]');
  await shows('proposal');
  type('a');
  await shows('did accept');
  expect(actions).toMatchObject([{ type: 'accept' }]);
});

it('resolves to how it was left', async () => {
  const { shows, type, store } = open({ sessions: SESSIONS, start: { purpose: 'pick' } });
  await shows('1 of 250');
  type('\u001b[B');
  await shows('2 of 250');
  type('\r');
  expect(await store.left).toEqual({ kind: 'chosen', session: sessionId(2), everyProject: false });
});
