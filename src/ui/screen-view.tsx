import chalk from 'chalk';
import { Box, Text, useInput } from 'ink';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { ScreenLine, Span } from './row-lines.ts';
import { layoutOf } from './screen-layout.ts';
import { screenLines } from './screen-lines.ts';
import type { UiState } from './ui-state.ts';
import type { UiStore } from './ui-store.ts';

const TONES: Readonly<Record<NonNullable<Span['tone']>, (text: string) => string>> = {
  heading: chalk.bold,
  dim: chalk.dim,
  good: chalk.green,
  warn: chalk.yellow,
  bad: chalk.red,
  chosen: chalk.inverse,
};

function paint({ text, tone }: Span): string {
  return tone === undefined ? text : TONES[tone](text);
}

/** What fills a line up at its end is not drawn, but where it can be seen. */
function withoutFilling(line: ScreenLine): ScreenLine {
  const last = line.at(-1);
  if (last === undefined || last.tone === 'chosen') return line;
  const text = last.text.trimEnd();
  return text === '' ? withoutFilling(line.slice(0, -1)) : [...line.slice(0, -1), { ...last, text }];
}

/** The whole screen as text. Lines are cut already, and nothing makes them wider. */
function screenText(state: UiState, unicode: boolean): string {
  return screenLines(state, { unicode })
    .map((line) => withoutFilling(line).map(paint).join(''))
    .join('\n');
}

let last: { readonly state: UiState; readonly unicode: boolean; readonly text: string } | undefined;

/** The text of a state, made once. */
function drawn(state: UiState, unicode: boolean): string {
  if (last?.state !== state || last.unicode !== unicode) last = { state, unicode, text: screenText(state, unicode) };
  return last.text;
}

/**
 * Shows the screen as one text: laying out and drawing every line by itself takes several times as long. A state that looks like
 * the one before draws nothing.
 */
export function ScreenView({ store, unicode }: { readonly store: UiStore; readonly unicode: boolean }): ReactNode {
  const text = useSyncExternalStore(store.subscribe, () => drawn(store.state(), unicode));
  useInput(store.press);
  return (
    <Box width={layoutOf(store.state().size).columns}>
      <Text wrap="truncate">{text}</Text>
    </Box>
  );
}
