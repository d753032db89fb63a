import type { AppContext } from '../app/context.ts';
import type { Actor } from '../events/envelope.ts';
import { makeEventId } from '../kernel/ulid.ts';
import { findPaths, type LoomPaths } from './store-paths.ts';
import { mintWith, sha256, systemClock, systemRandomness } from './system-sources.ts';

/** What one invocation is built from. */
export interface OpenAppOptions {
  readonly paths: LoomPaths;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the command may create the store; reading one that is not there yields nothing. */
  readonly write?: boolean;
  /** Who acts; a person unless said otherwise. */
  readonly actor?: Actor;
}

/** The parts of the context that are adapters; each is loaded by dynamic import, so that a command pays for what it uses. */
type Adapters = Omit<AppContext, 'clock' | 'sha256' | 'mintEventId' | 'factId' | 'actor' | 'cwd' | 'env'>;

async function openAdapters(options: OpenAppOptions): Promise<Adapters> {
  throw new Error(`no adapter is wired yet for ${options.paths.store}`);
}

/** Builds what use cases touch. The only place that knows adapters. */
export async function openApp(options: OpenAppOptions): Promise<AppContext> {
  return {
    ...(await openAdapters(options)),
    clock: systemClock,
    sha256,
    mintEventId: mintWith(systemClock, systemRandomness()),
    factId: ({ agent, nativeId, key, type, millis }) =>
      makeEventId(millis, sha256(JSON.stringify([agent, nativeId, key, type]))),
    actor: options.actor ?? { kind: 'person' },
    cwd: options.cwd,
    env: options.env,
  };
}

/** The facts of this process, for {@link openApp}. */
export function appOptionsOfProcess(): OpenAppOptions {
  const cwd = process.cwd();
  return { paths: findPaths({ env: process.env, platform: process.platform, cwd }), cwd, env: process.env };
}
