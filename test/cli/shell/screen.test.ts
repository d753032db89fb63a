import { describe, expect, it } from 'vitest';
import { describeScreen, wantsColor } from '../../../src/cli/screen.ts';

const screen = (env: Record<string, string>, isTerminal = true, columns: number | undefined = 100) =>
  describeScreen({ env, isTerminal, columns, now: 0 });

describe('the screen', () => {
  it('is as wide as COLUMNS says, then as the terminal says, then 80', async () => {
    expect(await screen({ COLUMNS: '120' })).toMatchObject({ terminal: true, columns: 120 });
    expect(await screen({})).toMatchObject({ columns: 100 });
    expect(await describeScreen({ env: {}, isTerminal: true, columns: undefined, now: 0 })).toMatchObject({
      columns: 80,
    });
    expect(await screen({ COLUMNS: 'wide' })).toMatchObject({ columns: 100 });
    expect(await screen({ COLUMNS: '0' })).toMatchObject({ columns: 100 });
  });

  it('is no terminal in a pipe, whatever COLUMNS says, unless it is forced', async () => {
    expect(await screen({ COLUMNS: '120' }, false)).toMatchObject({ terminal: false });
    expect(await screen({ LOOM_FORCE_TTY: '60' }, false)).toMatchObject({ terminal: true, columns: 60 });
  });
});

describe('colour', () => {
  const color = (env: Record<string, string>, terminal: boolean, colorFlag?: boolean) =>
    wantsColor({ env, terminal, colorFlag });

  it('is for terminals', () => {
    expect(color({}, true)).toBe(true);
    expect(color({}, false)).toBe(false);
    expect(color({ TERM: 'dumb' }, true)).toBe(false);
  });

  it('follows NO_COLOR when it is not empty, and FORCE_COLOR in a pipe', () => {
    expect(color({ NO_COLOR: '1', FORCE_COLOR: '1' }, true)).toBe(false);
    expect(color({ NO_COLOR: '' }, true)).toBe(true);
    expect(color({ FORCE_COLOR: '1' }, false)).toBe(true);
    expect(color({ FORCE_COLOR: '0' }, true)).toBe(false);
    expect(color({ CLICOLOR: '0' }, true)).toBe(false);
    expect(color({ CLICOLOR_FORCE: '1' }, false)).toBe(true);
  });

  it('follows the flag before every variable', () => {
    expect(color({ NO_COLOR: '1' }, false, true)).toBe(true);
    expect(color({ FORCE_COLOR: '1' }, true, false)).toBe(false);
  });
});
