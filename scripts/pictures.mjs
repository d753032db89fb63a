// Makes the pictures of README.md from real runs on the samples of `loom demo`: a terminal as SVG, and pages of `loom serve`
// where Chromium is. `npm run pictures` after `npm run build`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { terminalPicture } from './terminal-picture.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = join(root, 'bin', 'run.js');
const pictures = join(root, 'docs', 'pictures');

const COLUMNS = 92;

async function loadSamples(folder) {
  const outfile = join(folder, 'demo-samples.mjs');
  await build({
    entryPoints: [join(root, 'src/cli/demo-samples.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  return import(outfile);
}

/** A home with the samples, and how to run loom there; the clock stands still, so that pictures differ only where loom does. */
async function openDemo() {
  // Always the same, since pages show it.
  const folder = join(realpathSync(tmpdir()), 'loom-demo');
  mkdirSync(folder, { mode: 0o700 });
  const [home, shop] = [join(folder, 'home'), join(folder, 'shop')];
  const { DEMO_SESSIONS, writeDemoSamples } = await loadSamples(folder);
  writeDemoSamples(home, shop);
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    LOOM_HOME: join(folder, 'store'),
    TZ: 'UTC',
    LOOM_TEST_NOW: '2026-11-05T09:00:00.000Z',
  };
  const terminal = { ...env, LOOM_FORCE_TTY: String(COLUMNS), FORCE_COLOR: '1' };
  const run = (...words) => {
    const { stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
      cwd: shop,
      env: terminal,
      encoding: 'utf8',
    });
    return `${stdout}${stderr}`.replaceAll(folder, '/demo').trimEnd();
  };
  return { folder, shop, env, run, sessions: DEMO_SESSIONS };
}

/** What a person types, and what comes back. */
function storyOf({ run, sessions }) {
  const steps = [
    ['import', 'claude-code'],
    ['sessions', 'list', '--all'],
    ['sessions', 'rename', sessions.checkout, 'empty basket bug'],
    ['memory', 'search', 'basket', '--all'],
    ['sessions', 'resume', '@last', '--dry-run'],
  ];
  return steps
    .map((words) => {
      const line = words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ');
      return `\u001b[2m$\u001b[0m \u001b[1mloom ${line}\u001b[0m\n${run(...words)}`;
    })
    .join('\n\n');
}

async function serve({ shop, env }) {
  const server = spawn(process.execPath, [program, 'serve', '--all', '--json'], {
    cwd: shop,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise((resolve, reject) => {
    server.stdout.once('data', (chunk) => resolve(String(chunk)));
    server.once('close', () => reject(new Error('loom serve ended')));
  });
  return { address: JSON.parse(line).address, stop: () => server.kill('SIGINT') };
}

const VIEWS = [
  { name: 'serve-session', title: 'empty basket bug', colorScheme: 'light' },
  { name: 'serve-overview', path: '/', colorScheme: 'dark' },
];

async function openView(page, base, { path, title }) {
  if (path !== undefined) return page.goto(`${base}${path}`);
  await page.goto(`${base}/sessions`);
  await page.getByRole('link', { name: title }).click();
  await page.waitForURL(/sessions\/\w{16}$/);
  await page.evaluate('document.querySelectorAll("article details")[1].open = true');
}

async function takeScreenshots(demo, executablePath) {
  const { chromium } = await import('playwright-core');
  const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'];
  const browser = await chromium.launch({ executablePath, args });
  let stop = () => {};
  try {
    const served = await serve(demo);
    stop = served.stop;
    const page = await browser.newPage({ viewport: { width: 960, height: 720 } });
    await page.goto(served.address);
    await page.waitForURL((url) => !url.pathname.endsWith('/enter'));
    const base = page.url().replace(/\/$/, '');
    for (const view of VIEWS) {
      await page.emulateMedia({ colorScheme: view.colorScheme });
      await openView(page, base, view);
      await page.screenshot({ path: join(pictures, `${view.name}.png`) });
      console.log(`docs/pictures/${view.name}.png`);
    }
  } finally {
    await browser.close();
    stop();
  }
}

const CHROMIUM = [process.env.LOOM_CHROMIUM, '/usr/bin/chromium'].find((path) => path && existsSync(path));

mkdirSync(pictures, { recursive: true });
const demo = await openDemo();
try {
  const title = 'A terminal: import, list, rename, search, and a resume that says what is not known';
  const picture = terminalPicture({ output: storyOf(demo), columns: COLUMNS, title });
  writeFileSync(join(pictures, 'terminal.svg'), picture);
  console.log('docs/pictures/terminal.svg');
  if (CHROMIUM === undefined)
    console.log('no Chromium: the pages keep the pictures they have (LOOM_CHROMIUM names one)');
  else await takeScreenshots(demo, CHROMIUM);
} finally {
  rmSync(demo.folder, { recursive: true, force: true });
}
