/** A command that checks work, by its first words; the name is what `validation.completed` says. */
const CHECKS: readonly (readonly [check: string, command: RegExp])[] = [
  [
    'tests',
    /^(?:npx |pnpm (?:exec )?|yarn |bunx? )?(?:vitest|jest|mocha|ava|playwright test|cypress run|tap|karma start)\b/,
  ],
  ['tests', /^(?:npm|pnpm|yarn|bun)(?: run)? (?:test|t)(?=$|[\s:])/],
  ['tests', /^(?:python\d?(?:\.\d+)? -m |uv run |poetry run |pipenv run )?(?:pytest|unittest|tox|nox|nose2)\b/],
  [
    'tests',
    /^(?:node --test|deno test|go test|cargo (?:nextest|test)|dotnet test|mix test|swift test|zig build test|ctest)\b/,
  ],
  ['tests', /^(?:\.\/)?(?:gradlew?|mvnw?)\b.*\b(?:test|verify|check)\b/],
  ['tests', /^(?:bundle exec )?(?:rspec|rake test|minitest)\b|^(?:bin\/)?rails test\b|^(?:vendor\/bin\/)?phpunit\b/],
  ['tests', /^make\b.*\b(?:test|check)\b/],
  ['types', /^(?:npx |pnpm (?:exec )?|yarn )?(?:tsc|vue-tsc|flow check|pyright|mypy)\b|^(?:python\d? -m )?mypy\b/],
  [
    'lint',
    /^(?:npx |pnpm (?:exec )?|yarn |uv run )?(?:eslint|biome (?:check|lint|ci)|oxlint|ruff check|flake8|pylint|rubocop|golangci-lint|shellcheck|stylelint)\b/,
  ],
  ['lint', /^(?:cargo clippy|go vet|(?:npm|pnpm|yarn|bun)(?: run)? lint)\b/],
  [
    'build',
    /^(?:npm|pnpm|yarn|bun)(?: run)? build(?=$|[\s:])|^(?:cargo (?:build|check)|go build|dotnet build|swift build|zig build|cmake --build|make(?:$|\s+(?:all|build|-j)))/,
  ],
  ['build', /^(?:\.\/)?(?:gradlew?|mvnw?)\b.*\b(?:build|assemble|package|compile)\b/],
];

/** Words before a command that do not change what it is. */
const PREFIX =
  /^(?:(?:[A-Za-z_][A-Za-z0-9_]*=(?:"[^"]*"|'[^']*'|\S*)|time|env|nice|sudo|command|timeout \d+[smh]?)\s+|cd [^;&|]+(?:&&|;)\s*)+/;

/**
 * What a command line checks: `tests`, `types`, `lint` or `build`; `undefined` for any other. A line whose exit status is not
 * that of the check alone (`npm test | tail`, `npm test || true`, `npm test; echo done`) is none.
 */
export function recogniseCheck(commandLine: string): string | undefined {
  const line = commandLine.trim().replace(PREFIX, '').trim();
  if (line.length > 2000 || /[|;]|&(?!&|>|\d)|\n/.test(line.replace(/\d?>&\d|&>/g, ''))) return undefined;
  const last = line.split('&&').at(-1)?.trim() ?? '';
  return CHECKS.find(([, command]) => command.test(last))?.[0];
}
