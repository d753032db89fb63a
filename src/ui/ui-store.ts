import { type InkKey, readKeys } from './key-press.ts';
import { pressKey, resize } from './press-key.ts';
import { runEffects } from './run-effect.ts';
import { type News, takeNews } from './take-news.ts';
import type { UiHost, UiOutcome } from './ui-host.ts';
import { beginUi, type Step, type UiState } from './ui-state.ts';

/** The state of the screen while it is shown. */
export interface UiStore {
  readonly state: () => UiState;
  /** Calls back after each change; returns what ends that. */
  readonly subscribe: (changed: () => void) => () => void;
  readonly press: (input: string, key: InkKey) => void;
  readonly news: (news: News) => void;
  readonly resize: (size: UiState['size']) => void;
  /** Resolves when the list that is shown first is read, or could not be. */
  readonly begun: Promise<void>;
  /** Resolves when the screen is left. */
  readonly left: Promise<UiOutcome>;
}

/** Opens the state over a host, and asks for what is shown first. */
export function openStore(host: UiHost, size: UiState['size']): UiStore {
  const first = beginUi(host.start, size);
  let state = first.state;
  const listeners = new Set<() => void>();
  let leave: (outcome: UiOutcome) => void = () => undefined;
  const left = new Promise<UiOutcome>((resolve) => {
    leave = resolve;
  });
  const runner = runEffects(
    host,
    () => state,
    (news) => take(takeNews(state, news)),
  );
  const take = (step: Step): void => {
    state = step.state;
    for (const changed of listeners) changed();
    if (state.outcome !== null) {
      runner.stop();
      leave(state.outcome);
      return;
    }
    runner.run(step.effects);
  };
  runner.run(first.effects);
  const begun = runner.idle();
  return {
    state: () => state,
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    press: (input, key) => {
      for (const press of readKeys(input, key)) if (state.outcome === null) take(pressKey(state, press));
    },
    news: (news) => take(takeNews(state, news)),
    resize: (to) => take(resize(state, to)),
    begun,
    left,
  };
}
