import { randomBytes } from 'node:crypto';
import type { AppContext } from '../app/context.ts';
import { requirePerson } from './agent-shell-guard.ts';
import { appOptionsOfProcess, openApp } from './composition.ts';
import { readConfigValue } from './config-values.ts';
import { failureOf } from './failure-report.ts';
import { openNative } from './open-native.ts';
import { openWeb } from './open-web.ts';
import { writeAnswer, writeNotice } from './output.ts';
import { readOutputMode } from './output-mode.ts';
import { readOutside } from './read-outside.ts';
import { safeLine } from './safe-text.ts';
import { readScope, type ScopeFlags } from './session-scope.ts';
import { listenForStop } from './stop-request.ts';
import { WEB_WORDS } from './words/web.ts';

type WebHost = Parameters<typeof openWeb>[0];

/** How serving was asked for. */
export interface ServeWish extends ScopeFlags {
  readonly version: string;
  readonly port: number;
  /** Start a browser. */
  readonly open: boolean;
}

/** What pages need of this process. */
function hostOf(wish: ServeWish, isDebug: boolean): WebHost {
  const options = appOptionsOfProcess();
  return {
    version: wish.version,
    port: wish.port,
    // Not the randomness of ids, which tests can make repeat itself.
    secret: () => randomBytes(32).toString('base64url'),
    open: ({ write }: { readonly write: boolean }) => openApp({ ...options, write }),
    scope: (app: AppContext) => readScope(app, wish),
    policyGlobs: (app: AppContext) => readConfigValue(app, 'policy.globs'),
    readOutside,
    nativeTools: openNative,
    failureOf,
    words: WEB_WORDS,
    requirePerson,
    trace: (error: unknown) => {
      if (isDebug && error instanceof Error) writeNotice(`${error.stack ?? error.message}\n`);
    },
  };
}

function tellAddress(served: { readonly address: string; readonly origin: string; readonly port: number }): void {
  const { address, origin, port } = served;
  if (readOutputMode(process.argv.slice(2)).format !== 'text') {
    writeAnswer(`${JSON.stringify({ address, origin, port })}\n`);
    return;
  }
  writeAnswer(`${address}\n`);
  writeNotice('Open it in a browser on this machine; it lets one browser in, once. Ctrl-C ends it.\n');
}

/** Starts a browser; one that cannot be started is no reason to end. */
async function startBrowser(address: string): Promise<() => void> {
  const { openBrowser } = await import('./open-browser.ts');
  const { failure, forget } = await openBrowser(address);
  if (failure !== null)
    writeNotice(`Warning: no browser could be started (${safeLine(failure)}); open the address yourself\n`);
  return forget;
}

/** Serves pages to a browser of this machine until it is told to stop. */
export async function runServe(wish: ServeWish): Promise<void> {
  const served = await openWeb(hostOf(wish, readOutputMode(process.argv.slice(2)).debug));
  let wake = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const stop = listenForStop(wake);
  let forget = (): void => undefined;
  try {
    tellAddress(served);
    if (wish.open) forget = await startBrowser(served.address);
    await asked;
  } finally {
    forget();
    await served.stop();
    stop.release();
  }
}
