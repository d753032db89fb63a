import chalk from 'chalk';
import { render } from 'ink';
import { readyLayout } from './ready-layout.ts';
import { ScreenView } from './screen-view.tsx';
import type { UiHost, UiOutcome } from './ui-host.ts';
import type { UiState } from './ui-state.ts';
import { openStore } from './ui-store.ts';

const OTHER_SCREEN = '\u001b[?1049h\u001b[2J\u001b[H';
const OWN_SCREEN = '\u001b[?1049l';
const CLEARED = '\u001b[2J\u001b[H';

function sizeOf({ columns, rows }: NodeJS.WriteStream): UiState['size'] {
  return { columns: columns || 80, rows: rows || 24 };
}

/** Shows the screen until a person leaves it, and resolves to how. The terminal is as it was before. */
export async function showScreen(host: UiHost): Promise<UiOutcome> {
  const { input, output, color, unicode } = host.terminal;
  chalk.level = color ? 1 : 0;
  await readyLayout();
  const store = openStore(host, sizeOf(output));
  // A list is there at once; a search may have an index to make, which a person is to see.
  if (host.start.words === '') await store.begun;
  const restore = (): void => void output.write(OWN_SCREEN);
  output.write(OTHER_SCREEN);
  // Also when the process is ended from outside.
  process.once('exit', restore);
  host.divertNotices((text) => store.news({ type: 'notice', text: text.trim() }));
  const view = render(<ScreenView store={store} unicode={unicode} />, {
    stdin: input,
    stdout: output,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  const resized = (): void => {
    view.clear();
    output.write(CLEARED);
    store.resize(sizeOf(output));
  };
  output.on('resize', resized);
  try {
    return await store.left;
  } finally {
    output.off('resize', resized);
    view.unmount();
    host.divertNotices(null);
    process.removeListener('exit', restore);
    restore();
  }
}
