import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: process.env['LOOM_FAULT_TESTS']
      ? ['test/faults/**/*.test.ts', 'test/crash/**/*.test.ts']
      : ['test/**/*.test.{ts,tsx}'],
    exclude: process.env['LOOM_FAULT_TESTS'] ? [] : ['test/faults/**', 'test/crash/**', 'node_modules/**'],
    globalSetup: ['test/cli/support/build-once.ts'],
    reporters: ['default', './scripts/count-reporter.mjs'],
    env: { TZ: 'UTC', NO_COLOR: '1' },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
});
