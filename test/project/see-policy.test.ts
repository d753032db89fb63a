import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CapabilityGrant, PolicyFile } from '../../src/events/snapshot-data.ts';
import { LOOM_BLOCK_BEGIN, LOOM_BLOCK_END } from '../../src/kernel/loom-marks.ts';
import { makePipe, makeTempFolder } from './git-fixture.ts';
import { type Garden, makeGarden, writeAt } from './snapshot-fixture.ts';

async function policyOf(garden: Garden, path: string): Promise<PolicyFile | undefined> {
  return (await garden.take()).policy.find((file) => file.path === path);
}

async function grantOf(garden: Garden, source: string): Promise<CapabilityGrant | undefined> {
  return (await garden.take()).grants.find((grant) => grant.source === source);
}

/** Meaning and bytes of a file before and after it is written anew. */
async function rewritten(garden: Garden, path: string, texts: readonly [string, string]) {
  garden.write(path, texts[0]);
  const before = await policyOf(garden, path);
  garden.write(path, texts[1]);
  const after = await policyOf(garden, path);
  return { meaning: before?.meaning === after?.meaning, bytes: before?.bytes === after?.bytes };
}

const FORM_ONLY = { meaning: true, bytes: false };
const CHANGED = { meaning: false, bytes: false };

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

describe('the policy of a project', () => {
  it('is every instruction and settings file of project and user, in path order', async () => {
    const garden = makeGarden();
    const project = [
      'AGENTS.md',
      'CLAUDE.md',
      'GEMINI.md',
      '.cursorrules',
      '.cursor/rules/soil.mdc',
      '.github/copilot-instructions.md',
      '.claude/settings.json',
      '.claude/settings.local.json',
      '.mcp.json',
      '.codex/config.toml',
      '.gemini/settings.json',
      'opencode.json',
      '.loom/policy.json',
    ];
    const user = [
      '.claude/CLAUDE.md',
      '.claude/settings.json',
      '.codex/AGENTS.md',
      '.codex/config.toml',
      '.gemini/GEMINI.md',
    ];
    for (const path of project) garden.write(path, path.endsWith('json') ? '{}' : '');
    for (const path of user) writeAt(garden.home, path, path.endsWith('json') ? '{}' : '');
    const { policy } = await garden.take();
    expect(policy.map(({ path }) => path)).toEqual([...project, ...user.map((path) => `~/${path}`)].sort());
    expect(policy.every(({ level, path }) => (level === 'user') === path.startsWith('~/'))).toBe(true);
  });

  it('counts instructions of every folder from the root down to the working folder', async () => {
    const garden = makeGarden();
    for (const path of ['AGENTS.md', 'beds/CLAUDE.md', 'beds/roses/AGENTS.md', 'pond/AGENTS.md'])
      garden.write(path, path);
    const { policy } = await garden.take(join(garden.root, 'beds/roses'));
    expect(policy.map(({ path }) => path)).toEqual(['AGENTS.md', 'beds/CLAUDE.md', 'beds/roses/AGENTS.md']);
  });

  it('takes in what instructions import from within the project, and nothing from elsewhere or out of code', async () => {
    const garden = makeGarden();
    garden.write(
      'CLAUDE.md',
      'See @docs/soil.md and @../outside.md, @~/own.md.\n`@docs/code.md` mail me@example.org\n',
    );
    garden.write('docs/soil.md', 'Loam. @water.md @soil.md');
    garden.write('docs/water.md', 'At dawn.');
    garden.write('docs/code.md', 'no');
    writeAt(garden.base, 'outside.md', 'no');
    const { policy } = await garden.take();
    expect(policy.map(({ path }) => path)).toEqual(['CLAUDE.md', 'docs/soil.md', 'docs/water.md']);
  });

  it('takes in configured patterns inside the root only, up to 200 files', async () => {
    const garden = makeGarden();
    for (let n = 0; n < 210; n += 1) garden.write(`rules/${String(n).padStart(3, '0')}.md`, 'x');
    writeAt(garden.base, 'outside.md', 'x');
    symlinkSync(join(garden.base, 'outside.md'), join(garden.root, 'rules/000-link.md'));
    const globs = ['rules/**/*.md', '../*.md', '/etc/*'];
    const { policy, left } = await garden.snapshots.take(garden.root, { globs });
    expect(policy.length).toBeLessThanOrEqual(200);
    expect(policy.every(({ path }) => /^rules\/\d{3}\.md$/.test(path))).toBe(true);
    expect(left).toMatchObject([{ code: 'policy-files', count: 11 }]);
  });

  it('follows a link to other instructions, as agents do', async () => {
    const garden = makeGarden();
    garden.write('AGENTS.md', 'Water at dawn.');
    symlinkSync('AGENTS.md', join(garden.root, 'CLAUDE.md'));
    const { policy } = await garden.take();
    expect(policy.map(({ path }) => path)).toEqual(['AGENTS.md', 'CLAUDE.md']);
    expect(policy[0]?.bytes).toBe(policy[1]?.bytes);
  });

  it('does not wait for a pipe in place of a file, nor take a folder for one, and says so', async () => {
    const garden = makeGarden();
    makePipe(join(garden.root, 'AGENTS.md'));
    mkdirSync(join(garden.root, 'CLAUDE.md'));
    expect((await garden.take()).left).toEqual([
      { code: 'unreadable-files', count: 2, paths: ['AGENTS.md', 'CLAUDE.md'] },
    ]);
  });
});

describe('what a policy file means', () => {
  it.each([
    ['line ends and trailing spaces', 'Water.\nPrune.\n', 'Water.  \r\nPrune.\r\n\r\n', FORM_ONLY],
    ['a word', 'Water at dawn.', 'Water at noon.', CHANGED],
    [
      'loom’s own block',
      'Water.\n',
      `Water.\n\n${LOOM_BLOCK_BEGIN}\nRemembered: roses.\n${LOOM_BLOCK_END}\n`,
      FORM_ONLY,
    ],
    [
      'what stands after the block',
      `${LOOM_BLOCK_BEGIN}\nx\n${LOOM_BLOCK_END}\n`,
      `${LOOM_BLOCK_BEGIN}\nx\n${LOOM_BLOCK_END}\nObey.\n`,
      CHANGED,
    ],
    ['a block that does not end', 'Water.\n', `Water.\n${LOOM_BLOCK_BEGIN}\nObey me.\n`, CHANGED],
  ])('of instructions: %s', async (_what, before, after, expected) => {
    expect(await rewritten(makeGarden(), 'AGENTS.md', [before, after])).toEqual(expected);
  });

  it.each([
    ['order and spaces', json({ model: 'rose', theme: 'dark' }), '{"theme":"dark","model":"rose"}', FORM_ONLY],
    ['a value', json({ model: 'rose' }), json({ model: 'thorn' }), CHANGED],
    [
      'what is granted, which is told by itself',
      json({ permissions: { allow: ['Read'] } }),
      json({ permissions: { allow: ['Bash'] } }),
      FORM_ONLY,
    ],
    ['comments', '{"model":"rose"}', '{\n // the usual\n "model": "rose", /* , */\n}', FORM_ONLY],
  ])('of settings: %s', async (_what, before, after, expected) => {
    expect(await rewritten(makeGarden(), '.claude/settings.json', [before, after])).toEqual(expected);
  });

  it('is that of its bytes when it cannot be parsed, and says so', async () => {
    const garden = makeGarden();
    garden.write('.codex/config.toml', 'model = ');
    expect(await policyOf(garden, '.codex/config.toml')).toMatchObject({ unparsed: true });
    expect(await rewritten(garden, '.codex/config.toml', ['model = ', 'model  = '])).toEqual(CHANGED);
  });
});

describe('what Claude Code is granted', () => {
  it('is read from its settings', async () => {
    const garden = makeGarden();
    garden.write(
      '.claude/settings.json',
      json({
        permissions: {
          defaultMode: 'acceptEdits',
          allow: ['Read', 'Bash(npm run *)', 'Read'],
          ask: ['WebFetch'],
          deny: ['Read(.env)'],
          additionalDirectories: ['../shed'],
        },
        sandbox: { enabled: true },
        enabledMcpjsonServers: ['weather'],
        hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './check.sh nectar-hive' }] }] },
        statusLine: { type: 'command', command: 'date' },
      }),
    );
    expect(await grantOf(garden, '.claude/settings.json')).toEqual({
      agent: 'claude-code',
      level: 'project',
      source: '.claude/settings.json',
      mode: 'acceptEdits',
      sandbox: 'on',
      allow: ['.mcp.json:weather', 'Bash(npm run *)', 'Read'],
      ask: ['WebFetch'],
      deny: ['Read(.env)'],
      folders: ['../shed'],
      programs: [
        { kind: 'hook', name: 'PreToolUse Bash', shown: './check.sh [masked]', digest: expect.any(String) },
        { kind: 'hook', name: 'statusLine', shown: 'date', digest: expect.any(String) },
      ],
    });
  });

  const settingsWith = (command: string) =>
    json({ model: 'rose', hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } });

  /** A garden whose person has loom on PATH, in a folder with a space in its name; and a link that leads to it. */
  function gardenWithLoom(): { readonly garden: Garden; readonly loom: string; readonly link: string } {
    const folder = makeTempFolder();
    const loom = writeAt(folder, 'my tools/loom', '');
    const link = join(folder, 'loom');
    symlinkSync(loom, link);
    return { garden: makeGarden({ env: { PATH: dirname(loom) } }), loom, link };
  }

  it('has no hook of the loom in it that runs, that PATH leads to, or that a link leads to', async () => {
    const { garden, loom, link } = gardenWithLoom();
    const own = process.argv[1] ?? '';
    const running = join(makeTempFolder(), 'loom');
    symlinkSync(own, running);
    for (const command of [`loom hook codex`, `"${loom}" hook codex`, `${link} hook codex`, `${running} hook codex`]) {
      const settings = [json({ model: 'rose' }), settingsWith(command)] as const;
      expect(await rewritten(garden, '.claude/settings.json', settings), command).toEqual(FORM_ONLY);
      expect(await grantOf(garden, '.claude/settings.json')).toBeUndefined();
    }
  });

  it('has the hook of another program of that name in it, and of one that is not there', async () => {
    const { garden } = gardenWithLoom();
    const other = writeAt(makeTempFolder(), 'loom', '');
    for (const program of [other, join(dirname(other), 'gone', 'loom'), '/opt/garden/bin/run.js']) {
      garden.write('.claude/settings.json', settingsWith(`${program} hook claude-code`));
      const grant = await grantOf(garden, '.claude/settings.json');
      expect(grant, program).toMatchObject({ programs: [{ kind: 'hook', shown: `${program} hook claude-code` }] });
    }
  });

  it.each([
    'loom hook x; curl example.org',
    './loom hook claude-code',
    'loom hook $(x)',
    'notloom hook x',
    'evil/loom hook claude-code',
  ])('has the hook that only looks like one: %s', async (command) => {
    const garden = makeGarden();
    garden.write('.claude/settings.json', json({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } }));
    expect(await grantOf(garden, '.claude/settings.json')).toMatchObject({ programs: [{ kind: 'hook' }] });
  });

  it('has hooks of Gemini too, and none of loom in it', async () => {
    const garden = makeGarden();
    const hooks = (command: string) => ({ AfterTool: [{ hooks: [{ type: 'command', command }] }] });
    const own = [json({ ui: 1 }), json({ ui: 1, hooks: hooks('loom hook gemini') })] as const;
    expect(await rewritten(garden, '.gemini/settings.json', own)).toEqual(FORM_ONLY);
    garden.write('.gemini/settings.json', json({ hooks: hooks('ring-bell') }));
    expect(await grantOf(garden, '.gemini/settings.json')).toMatchObject({ programs: [{ kind: 'hook' }] });
  });

  it.each([
    ['.codex/hooks.json', { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'COMMAND' }] }] } }],
    ['.cursor/hooks.json', { version: 1, hooks: { stop: [{ command: 'COMMAND', timeout: 5 }] } }],
    ['.github/hooks/any.json', { version: 1, hooks: { sessionEnd: [{ type: 'command', bash: 'COMMAND' }] } }],
  ])('has the hooks of %s, and is as if the file were not there where they are all of loom', async (path, hooks) => {
    const garden = makeGarden();
    const filled = (command: string) => json(hooks).replace('COMMAND', command);
    garden.write(path, filled('loom hook it'));
    expect(await policyOf(garden, path)).toBeUndefined();
    expect(await grantOf(garden, path)).toBeUndefined();
    garden.write(path, filled('ring-bell'));
    expect(await grantOf(garden, path)).toMatchObject({
      level: 'project',
      programs: [{ kind: 'hook', shown: 'ring-bell' }],
    });
    garden.write(path, json({ ...hooks, disableAllHooks: true }).replace('COMMAND', 'loom hook it'));
    expect(await policyOf(garden, path)).toMatchObject({ kind: 'settings' });
  });

  it('has the hooks that stand in the configuration of Codex', async () => {
    const garden = makeGarden();
    const hook = (command: string) =>
      `[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "${command}"\n`;
    const texts = ['model = "rose"\n', `model = "rose"\n${hook('loom hook codex')}`] as const;
    expect(await rewritten(garden, '.codex/config.toml', texts)).toEqual(FORM_ONLY);
    garden.write('.codex/config.toml', hook('ring-bell'));
    expect(await grantOf(garden, '.codex/config.toml')).toMatchObject({ programs: [{ kind: 'hook', name: 'Stop' }] });
  });

  it('has no loom inside the project for its own', async () => {
    const garden = makeGarden();
    const command = `${garden.root}/bin/loom hook claude-code`;
    garden.write('.claude/settings.json', json({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } }));
    expect(await grantOf(garden, '.claude/settings.json')).toMatchObject({ programs: [{ kind: 'hook' }] });
  });

  it('holds servers by command, address and names of variables, never by their values', async () => {
    const garden = makeGarden();
    const server = (key: string, args: readonly string[]) =>
      json({ mcpServers: { weather: { command: 'npx', args, env: { API_KEY: key } } } });
    garden.write('.mcp.json', server('one', ['weather']));
    const before = await grantOf(garden, '.mcp.json');
    garden.write('.mcp.json', server('two', ['weather']));
    expect(await grantOf(garden, '.mcp.json')).toEqual(before);
    garden.write('.mcp.json', server('two', ['weather', '--admin']));
    const after = await grantOf(garden, '.mcp.json');
    expect(after?.programs).toMatchObject([{ name: 'weather', shown: 'npx weather --admin' }]);
    expect(after?.programs[0]?.digest).not.toBe(before?.programs[0]?.digest);
  });

  it('counts of the user’s state only what is of this project', async () => {
    const garden = makeGarden();
    const state = (numStartups: number) =>
      json({
        numStartups,
        mcpServers: { clock: { command: 'clock' } },
        projects: {
          [garden.root]: {
            allowedTools: ['Bash(ls)'],
            mcpServers: { weather: { type: 'http', url: 'https://example.org' } },
          },
          '/elsewhere': { allowedTools: ['Bash'] },
        },
      });
    writeAt(garden.home, '.claude.json', state(1));
    const [file, grant] = [await policyOf(garden, '~/.claude.json'), await grantOf(garden, '~/.claude.json')];
    expect(grant).toMatchObject({
      level: 'user',
      allow: ['Bash(ls)'],
      programs: [{ name: 'clock' }, { name: 'weather' }],
    });
    writeAt(garden.home, '.claude.json', state(2));
    expect(await policyOf(garden, '~/.claude.json')).toEqual(file);
  });
});

describe('what other agents are granted', () => {
  it('is read from the settings of Codex, the chosen profile first, trust of this project only', async () => {
    const garden = makeGarden();
    writeAt(
      garden.home,
      '.codex/config.toml',
      [
        'profile = "wild"',
        'approval_policy = "on-request"',
        'sandbox_mode = "workspace-write"',
        'notify = ["notify-send", "done"]',
        '[profiles.wild]',
        'approval_policy = "never"',
        '[sandbox_workspace_write]',
        'network_access = true',
        'writable_roots = ["/shed"]',
        '[mcp_servers.weather]',
        'command = "weather"',
        `[projects."${garden.root}"]`,
        'trust_level = "trusted"',
        '[projects."/elsewhere"]',
        'trust_level = "trusted"',
      ].join('\n'),
    );
    expect(await grantOf(garden, '~/.codex/config.toml')).toMatchObject({
      agent: 'codex',
      mode: 'never',
      sandbox: 'workspace-write',
      network: true,
      allow: [`trusted:${garden.root}`],
      folders: ['/shed'],
      programs: [
        { kind: 'hook', name: 'notify' },
        { kind: 'server', name: 'weather' },
      ],
    });
  });

  it('names variables that decide what runs or who is talked to, and leaves the others to the settings', async () => {
    const garden = makeGarden();
    const env = (variables: Record<string, string>): string => json({ env: variables });
    garden.write(
      '.claude/settings.json',
      env({ PATH: '/shed/bin', ANTHROPIC_BASE_URL: 'https://a.example', TEA: '1' }),
    );
    const { programs } = (await grantOf(garden, '.claude/settings.json')) ?? {};
    expect(programs?.map(({ kind, shown }) => [kind, shown])).toEqual([
      ['variable', 'ANTHROPIC_BASE_URL=https://a.example'],
      ['variable', 'PATH=/shed/bin'],
    ]);
    const moved = [env({ PATH: '/a', TEA: '1' }), env({ PATH: '/b', TEA: '1' })] as const;
    expect(await rewritten(garden, '.claude/settings.json', moved)).toEqual(FORM_ONLY);
    const brewed = [env({ TEA: '1' }), env({ TEA: '2' })] as const;
    expect(await rewritten(garden, '.claude/settings.json', brewed)).toEqual(CHANGED);
  });

  it('of a server changes with a decisive variable, and not with a secret', async () => {
    const garden = makeGarden();
    const digest = async (variables: Record<string, string>): Promise<string | undefined> => {
      garden.write('.mcp.json', json({ mcpServers: { tides: { command: 'tides', env: variables } } }));
      return (await grantOf(garden, '.mcp.json'))?.programs[0]?.digest;
    };
    const first = await digest({ NODE_OPTIONS: '', TIDES_TOKEN: 'one' });
    expect(await digest({ NODE_OPTIONS: '', TIDES_TOKEN: 'two' })).toBe(first);
    expect(await digest({ NODE_OPTIONS: '--require ./x.cjs', TIDES_TOKEN: 'one' })).not.toBe(first);
  });

  it('is read from the settings of Gemini, opencode and Cursor', async () => {
    const garden = makeGarden();
    garden.write(
      '.gemini/settings.json',
      json({
        tools: { allowed: ['run_shell_command(git)'], sandbox: true },
        mcpServers: { a: { command: 'a', trust: true } },
      }),
    );
    garden.write(
      'opencode.json',
      json({
        permission: { bash: { 'git *': 'allow', '*': 'ask' }, edit: 'deny' },
        mcp: { b: { command: ['b', 'c'], enabled: true } },
      }),
    );
    garden.write('.cursor/cli.json', json({ permissions: { allow: ['Shell(ls)'], deny: ['Read(.env)'] } }));
    garden.write('.cursor/mcp.json', json({ mcpServers: { d: { url: 'https://example.org' } } }));
    const { grants } = await garden.take();
    expect(grants).toMatchObject([
      { source: '.cursor/cli.json', agent: 'cursor', allow: ['Shell(ls)'], deny: ['Read(.env)'] },
      { source: '.cursor/mcp.json', agent: 'cursor', programs: [{ name: 'd', shown: 'https://example.org' }] },
      {
        source: '.gemini/settings.json',
        agent: 'gemini',
        sandbox: 'true',
        allow: ['run_shell_command(git)', 'server:a'],
        programs: [{ name: 'a' }],
      },
      {
        source: 'opencode.json',
        agent: 'opencode',
        allow: ['bash:git *'],
        ask: ['bash:*'],
        deny: ['edit'],
        programs: [{ name: 'b', shown: 'b c' }],
      },
    ]);
  });
});
