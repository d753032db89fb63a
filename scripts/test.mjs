// Runs vitest and closes with one line that counts the tests: `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'loom-test-'));
const counts = join(scratch, 'counts.json');
const argv = process.argv.slice(2);
const faults = argv.includes('--faults');
const only = argv.filter((word) => word !== '--faults');
const MOST_SKIPPED = 5;

function readCounts() {
  try {
    return JSON.parse(readFileSync(counts, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, reasons: ['vitest ended without counting'] };
  }
}

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const run = spawnSync(process.execPath, [vitest, 'run', ...only], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, LOOM_TEST_COUNTS: counts, ...(faults ? { LOOM_FAULT_TESTS: '1' } : {}) },
});
const { passed, failed, skipped, reasons } = readCounts();
rmSync(scratch, { recursive: true, force: true });
for (const reason of reasons) console.log(reason);
// Root on a whole machine can do nearly everything; a run that leaves more out has tested something else.
const leftOutTooMuch = faults && process.getuid?.() === 0 && skipped > MOST_SKIPPED && only.length === 0;
if (leftOutTooMuch) console.log(`more than ${MOST_SKIPPED} fault tests were skipped although this is root`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(run.status === 0 && failed === 0 && !leftOutTooMuch ? 0 : 1);
