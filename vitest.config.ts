import { defineConfig } from 'vitest/config';

// Nothing is tested for its speed: what hangs is ended (test/support/patience.ts), and a machine that is shared may take its time.
const longest = 1_800_000;

export default defineConfig({
  test: {
    include: process.env['LOOM_FAULT_TESTS']
      ? ['test/faults/**/*.test.ts', 'test/crash/**/*.test.ts']
      : ['test/**/*.test.{ts,tsx}'],
    exclude: process.env['LOOM_FAULT_TESTS'] ? [] : ['test/faults/**', 'test/crash/**', 'node_modules/**'],
    globalSetup: ['test/support/raise-loopback.ts', 'test/cli/support/build-once.ts'],
    reporters: ['default', './scripts/count-reporter.mjs'],
    env: { TZ: 'UTC', NO_COLOR: '1' },
    testTimeout: longest,
    hookTimeout: longest,
    maxWorkers: 2,
  },
});
