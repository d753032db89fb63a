import { realpathSync } from 'node:fs';
import type { AppContext } from '../app/context.ts';
import type { Actor } from '../events/envelope.ts';
import { factEventId } from '../events/event-id.ts';
import { type Adapters, openAdapters } from './open-adapters.ts';
import { findPaths, type LoomPaths } from './store-paths.ts';
import { currentFolder, mintWith, sha256, systemClock, systemRandomness } from './system-sources.ts';
import { takeSpooled } from './take-spooled.ts';

/** What one invocation is built from. */
export interface OpenAppOptions {
  readonly paths: LoomPaths;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Who acts; a person unless said otherwise. */
  readonly actor?: Actor;
  /** The command writes: the store is made when there is none. Otherwise an absent store reads as an empty one. */
  readonly write?: boolean;
  /** The command changes the index itself: a store that must not be written to is refused. */
  readonly changesIndex?: boolean;
  /** How long another process that writes the index is waited for, in milliseconds. */
  readonly busyMillis?: number;
}

/** Builds what use cases touch. The only place that knows adapters. */
export async function openApp(options: OpenAppOptions): Promise<AppContext> {
  const decoder = new TextDecoder();
  const own: Omit<AppContext, keyof Adapters> = {
    clock: systemClock,
    sha256,
    mintEventId: mintWith(systemClock, systemRandomness()),
    factId: (fact) => factEventId(fact, sha256),
    decodeText: (bytes) => decoder.decode(bytes),
    actor: options.actor ?? { kind: 'person' },
    cwd: options.cwd,
    env: options.env,
  };
  // Assigned to, not spread: importers are loaded when they are asked for.
  const app: AppContext = Object.assign(await openAdapters(options), own);
  await takeSpooled(app.journal);
  return app;
}

/** The facts of this process, for {@link openApp}. */
export function appOptionsOfProcess(): OpenAppOptions {
  const cwd = currentFolder();
  const paths = findPaths({ env: process.env, platform: process.platform, cwd });
  return { paths: { ...paths, store: resolvedHome(paths.store) }, cwd, env: process.env };
}

/** A store may be reached by a link, which is followed once, here; links inside a store are never followed. */
function resolvedHome(store: string): string {
  try {
    return realpathSync(store);
  } catch {
    // Where there is no store yet there is no link to follow, and a link that leads nowhere is refused when it is opened.
    return store;
  }
}
