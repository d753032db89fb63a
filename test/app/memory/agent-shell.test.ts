import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AGENT_SHELL_SIGNS, agentShellOf } from '../../../src/app/agent-shell.ts';

describe('the shell of an agent', () => {
  it.each(AGENT_SHELL_SIGNS)('is told by $variable', ({ variable, agent }) => {
    expect(agentShellOf({ PATH: '/bin', [variable.replace('*', 'X')]: '1' })).toBe(agent);
  });

  it('is documented sign by sign', () => {
    const page = readFileSync(new URL('../../../docs/memory.md', import.meta.url), 'utf8');
    expect(AGENT_SHELL_SIGNS.filter(({ variable }) => !page.includes(`\`${variable}\``))).toEqual([]);
  });

  it.each([
    { PATH: '/bin' },
    { CLAUDECODE: '' },
    { CLAUDECODE: '0' },
    { GEMINI_CLI: 'false' },
    { CODEX_HOME: '/home/ada/.codex', GEMINI_API_KEY: 'x', CURSOR_TRACE_ID: 'x', TERM_PROGRAM: 'vscode' },
  ])('is not seen in a terminal of a person: %j', (env) => {
    expect(agentShellOf(env)).toBeUndefined();
  });
});
