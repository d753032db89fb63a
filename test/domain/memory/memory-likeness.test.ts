import { describe, expect, it } from 'vitest';
import { readClaim } from '../../../src/domain/memory-claim.ts';
import {
  CONFLICT_LIKENESS,
  findConflict,
  isTwin,
  likeness,
  TWIN_LIKENESS,
} from '../../../src/domain/memory-likeness.ts';
import { processorMillis } from '../../support/patience.ts';

/** Pairs that claim the same in other words. */
const PARAPHRASES: readonly (readonly [string, string])[] = [
  ['Use pnpm, not npm.', 'We use pnpm instead of npm'],
  ['Migrations never run in CI.', 'CI never runs migrations'],
  ['Migrations never run in CI', 'Migrations do not run in CI.'],
  ['The API listens on port 4001.', 'Our API is listening on port 4001'],
  ['Tests run with vitest', 'We run the tests with vitest'],
  ['The gateway timeout is 30 s', 'Timeout of the gateway: 30 seconds'],
  ['Never commit to main directly', 'Committing directly to main is forbidden'],
  ['PRs need two approvals', 'Every PR needs 2 reviewers'],
  ['Run `npm run check` before pushing.', 'npm run check must run before each push'],
  ['Secrets live in Vault', 'All secrets are stored in Vault'],
  ['Dates are stored in UTC', 'We always store dates in UTC.'],
  ['Passwords are hashed with argon2id', 'argon2id is used to hash passwords'],
  ['Copy .env.example to .env first', 'copy `.env.example` to `.env`'],
  ['Prefer composition over inheritance', 'Use composition rather than inheritance'],
  ['Error E4012 means the stock service is down', 'E4012: the stock service is down'],
  ['Use tabs for indentation in Makefiles', 'Makefiles use tabs for indentation'],
  ['The orders queue retries five times', 'Orders queue: 5 retries'],
  ['Delete the cache folder after an upgrade', 'After upgrades, remove the cache directory'],
  ['The linter runs before every commit', 'linting runs before each commit'],
  ['Wir verwenden pnpm und kein npm', 'Wir benutzen pnpm statt npm'],
];

/** Pairs that look alike and claim different things. */
const NEAR_MISSES: readonly (readonly [string, string])[] = [
  ['Use pnpm, not npm.', 'Use npm, not pnpm.'],
  ['We use pnpm', 'We use npm'],
  ['The API listens on port 4001.', 'The API listens on port 4002.'],
  ['Deploy on Fridays', 'Never deploy on Fridays'],
  ['Migrations run in CI', 'Migrations never run in CI'],
  ['Use Node 20', 'Use Node 22'],
  ['Requires react 18.2.0', 'Requires react 18.3.0'],
  ['The orders service owns the refund table', 'The orders service owns the invoice table'],
  ['Run lint before commit', 'Run lint after commit'],
  ['Error E4012 means the stock service is down', 'Error E4013 means the stock service is down'],
  ['Feature flags are enabled in staging', 'Feature flags are enabled in production'],
  ['Rebase feature branches', 'Merge feature branches'],
  ['parseDate accepts ISO strings', 'formatDate accepts ISO strings'],
  ['src/ui/button.ts exports Button', 'src/ui/input.ts exports Button'],
  ['Tests run in CI', 'Tests run in CI on Windows with two workers'],
  ['Ada reviews schema changes', 'Grace reviews schema changes'],
  ['The retry limit is five', 'The retry limit is three'],
  ['Enable the cache for images', 'Disable the cache for images'],
  ['fresh1 token', 'fresh2 token'],
  ['PRs need two approvals', 'PRs need two approvals on Fridays'],
];

/** Of the pairs above, and others, those that cannot both hold. */
const CONFLICTS: readonly (readonly [string, string, string])[] = [
  ['Use pnpm, not npm.', 'Use npm, not pnpm.', 'opposite'],
  ['We use pnpm', 'We use npm', 'other-choice'],
  ['Use pnpm, not npm', 'We use yarn', 'other-choice'],
  ['The API listens on port 4001.', 'The API listens on port 4002.', 'other-number'],
  ['Deploy on Fridays', 'Never deploy on Fridays', 'opposite'],
  ['Migrations run in CI', 'Migrations never run in CI', 'opposite'],
  ['Use Node 20', 'Use Node 22', 'other-number'],
  ['Run lint before commit', 'Run lint after commit', 'other-choice'],
  ['Rebase feature branches', 'Merge feature branches', 'other-choice'],
  ['NAS is Synology', 'NAS is fnOS', 'other-choice'],
  ['db is mysql', 'db is postgres', 'other-choice'],
  ['The default branch is trunk-a', 'The default branch is trunk-b', 'other-value'],
  ['The retry limit is five', 'The retry limit is three', 'other-number'],
];

const UNRELATED: readonly (readonly [string, string])[] = [
  ['We use pnpm', 'npm audit runs weekly'],
  ['The API listens on port 4001', 'The worker has 4 threads'],
  ['The orders service owns the refund table', 'The orders service owns the invoice table'],
  ['Deploy on Fridays', 'The invoice job runs on Mondays'],
  ['Use Node 22', 'Never commit to main'],
  ['Error E4012 means the stock service is down', 'Error E4013 means the payment is refused'],
  ['Tests run with vitest', 'Tests run in CI'],
];

function twins(one: string, other: string): boolean {
  const [a, b] = [readClaim(one), readClaim(other)];
  return isTwin(a, b) && isTwin(b, a);
}

describe('claims in other words', () => {
  it(`are one claim from a likeness of ${TWIN_LIKENESS} on, and may contradict one another from ${CONFLICT_LIKENESS} on`, () => {
    expect({ TWIN_LIKENESS, CONFLICT_LIKENESS }).toEqual({ TWIN_LIKENESS: 0.72, CONFLICT_LIKENESS: 0.5 });
    expect(PARAPHRASES).toHaveLength(20);
    expect(NEAR_MISSES).toHaveLength(20);
  });

  it.each(PARAPHRASES)('“%s” is “%s”', (one, other) => {
    expect(twins(one, other), String(likeness(readClaim(one), readClaim(other)))).toBe(true);
  });

  it.each(NEAR_MISSES)('“%s” is not “%s”', (one, other) => {
    expect(isTwin(readClaim(one), readClaim(other))).toBe(false);
    expect(isTwin(readClaim(other), readClaim(one))).toBe(false);
  });

  it.each(['数据库迁移从不在 CI 中运行', 'The NAS is Synology', 'v2 → v3'])(
    '“%s” is itself, whatever its form',
    (text) => {
      expect(twins(text, `  ${text.toUpperCase()}. `)).toBe(true);
    },
  );
});

describe('claims that cannot both hold', () => {
  it.each(CONFLICTS)('“%s” and “%s” are shown: %s', (one, other, reason) => {
    expect(findConflict(readClaim(one), readClaim(other))).toBe(reason);
    expect(findConflict(readClaim(other), readClaim(one))).toBe(reason);
  });

  it.each([...UNRELATED, ...PARAPHRASES])('“%s” and “%s” get along', (one, other) => {
    expect(findConflict(readClaim(one), readClaim(other))).toBeUndefined();
  });
});

describe('long texts', () => {
  it.each(['a', 'a1', 'a.', 'is ', '_', '字'])('of %j alone are read in bounded time', (part) => {
    expect(processorMillis(() => readClaim(part.repeat(100_000)))).toBeLessThan(10_000);
  });
});
