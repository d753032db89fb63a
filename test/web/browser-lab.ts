/** A real Chromium that looks at `loom serve`: what it asks of the network, what it complains of, what it would run. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

const PLACES = [process.env['LOOM_CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** Where Chromium is; `undefined` where there is none. */
export const CHROMIUM = PLACES.find((path) => path !== '' && existsSync(path));

/** Part of a test's name where there is no browser to run it in. */
export const WHY_SKIPPED = CHROMIUM === undefined ? ' (skipped: no Chromium; LOOM_CHROMIUM names one)' : '';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Browser {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Addresses that were asked for outside of 127.0.0.1. */
  readonly elsewhere: readonly string[];
  /** Dialogs, errors of scripts, and what the content security policy forbade. */
  readonly complaints: readonly string[];
}

/** Starts a browser with a profile of its own; it ends with the test. */
export async function openBrowser(options: { readonly javaScriptEnabled?: boolean } = {}): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'loom-chromium-'));
  const executablePath = CHROMIUM ?? '';
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: FLAGS, ...options });
  onTestFinished(async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  });
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') elsewhere.push(request.url());
  });
  context.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('weberror', (fault) => void complaints.push(`error: ${fault.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  const page = context.pages()[0] ?? (await context.newPage());
  return { context, page, elsewhere, complaints };
}
