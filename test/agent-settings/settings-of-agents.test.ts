import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { carryOut, openSettingsBox, planOnly, type SettingsBox } from './support/settings-box.ts';

const PROGRAM = '/opt/loom/bin/loom';

function jsonOf(box: SettingsBox, path: string): unknown {
  return JSON.parse(box.read(path));
}

describe('hooks', () => {
  it('of Claude Code wait at most five seconds, or do not wait', () => {
    const box = openSettingsBox();
    carryOut(box);
    const entry = { type: 'command', command: `${PROGRAM} hook claude-code` };
    expect(jsonOf(box, 'harbour/.claude/settings.json')).toEqual({
      hooks: {
        SessionStart: [{ hooks: [{ ...entry, timeout: 5 }] }],
        UserPromptSubmit: [{ hooks: [{ ...entry, timeout: 5 }] }],
        PostToolUse: [{ matcher: '*', hooks: [{ ...entry, timeout: 10, async: true }] }],
        PostToolUseFailure: [{ matcher: '*', hooks: [{ ...entry, timeout: 10, async: true }] }],
        PreCompact: [{ hooks: [{ ...entry, timeout: 5 }] }],
        PostCompact: [{ hooks: [{ ...entry, timeout: 5 }] }],
        Stop: [{ hooks: [{ ...entry, timeout: 10, async: true }] }],
        SubagentStop: [{ hooks: [{ ...entry, timeout: 10, async: true }] }],
        SessionEnd: [{ hooks: [{ ...entry, timeout: 5 }] }],
      },
    });
  });

  it('of Codex end in its three seconds, and a person is told to trust them', () => {
    const box = openSettingsBox();
    const [change] = carryOut(box, { agents: ['codex'] });
    expect(change?.notes.join()).toContain('/hooks');
    const { hooks } = jsonOf(box, 'harbour/.codex/hooks.json') as { hooks: Record<string, unknown> };
    const end = [{ hooks: [{ type: 'command', command: `${PROGRAM} hook codex`, timeout: 3 }] }];
    expect([hooks['SessionEnd'], hooks['Interrupt']]).toEqual([end, end]);
  });

  it('of Gemini count milliseconds and have a name', () => {
    const box = openSettingsBox();
    carryOut(box, { agents: ['gemini'] });
    const { hooks } = jsonOf(box, 'harbour/.gemini/settings.json') as { hooks: Record<string, unknown> };
    const entry = { name: 'loom', type: 'command', command: `${PROGRAM} hook gemini`, timeout: 5000 };
    expect(hooks['AfterTool']).toEqual([{ matcher: '*', hooks: [entry] }]);
  });

  it('of the Copilot CLI name their event, and belong to a project', () => {
    const box = openSettingsBox();
    carryOut(box, { agents: ['copilot-cli'] });
    expect(jsonOf(box, 'harbour/.github/hooks/loom.json')).toMatchObject({
      version: 1,
      hooks: {
        sessionEnd: [{ bash: `${PROGRAM} hook copilot-cli`, timeoutSec: 5, env: { LOOM_HOOK_EVENT: 'sessionEnd' } }],
      },
    });
    expect(planOnly(box, { agents: ['copilot-cli'], scope: 'user' })).toMatchObject([
      { refusal: { code: 'no-place' } },
    ]);
  });

  it('of Cursor stand beside those of others', () => {
    const box = openSettingsBox();
    const before = '{\n  "version": 1,\n  "hooks": {\n    "stop": [{ "command": "ring-bell" }]\n  }\n}\n';
    box.write('home/.cursor/hooks.json', before);
    carryOut(box, { agents: ['cursor'], scope: 'user' });
    const { hooks } = jsonOf(box, 'home/.cursor/hooks.json') as { hooks: Record<string, unknown> };
    expect(hooks['stop']).toEqual([{ command: 'ring-bell' }, { command: `${PROGRAM} hook cursor`, timeout: 5 }]);
    carryOut(box, { agents: ['cursor'], scope: 'user', action: 'uninstall' });
    expect(box.read('home/.cursor/hooks.json')).toBe(before);
  });

  it('that an agent waits for come only when they are wished', () => {
    const box = openSettingsBox();
    carryOut(box, { agents: ['claude-code', 'gemini'], withPermissions: true });
    expect(box.read('harbour/.claude/settings.json')).toContain('"PreToolUse"');
    expect(box.read('harbour/.gemini/settings.json')).toContain('"BeforeTool"');
  });

  it('written by hand count as there', () => {
    const box = openSettingsBox();
    const own =
      '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "loom hook claude-code", "timeout": 60}]}]}}';
    box.write('harbour/.claude/settings.json', own);
    carryOut(box, { program: 'loom' });
    const { hooks } = jsonOf(box, 'harbour/.claude/settings.json') as { hooks: { Stop: unknown[] } };
    expect(hooks.Stop).toEqual([{ hooks: [{ type: 'command', command: 'loom hook claude-code', timeout: 60 }] }]);
  });
});

const TOML: Readonly<Record<string, string>> = {
  'no file': '',
  settings: 'model = "tide"\n\n[profiles.deep]\nmodel = "abyss"\n',
  'comments first': '#:schema https://harbour.test/x.json\n# mine\n\nmodel = "tide"\n',
  'a table first': '[tui]\ntheme = "dusk"\n',
  'line ends of Windows': 'model = "tide"\r\n\r\n[tui]\r\ntheme = "dusk"\r\n',
  'no final line end': '[tui]\ntheme = "dusk"',
  'other servers': '[mcp_servers.bell]\ncommand = "ring"\n',
  'text that looks like a table': 'note = """\n[mcp_servers.loom]\nx\n"""\n',
};

describe('config.toml of Codex', () => {
  it.each(Object.entries(TOML))('takes the notify program and the server, and comes back: %s', (name, content) => {
    const box = openSettingsBox();
    if (name !== 'no file') box.write('home/.codex/config.toml', content);
    const wish = { agents: ['codex'], scope: 'user', withNotify: true, withServers: true } as const;
    carryOut(box, wish);
    const table = parse(box.read('home/.codex/config.toml'));
    expect(table).toMatchObject({
      ...parse(content),
      notify: [PROGRAM, 'hook', 'codex-notify'],
      mcp_servers: { loom: { command: PROGRAM, args: ['mcp'] } },
    });
    expect(carryOut(box, wish)[0]?.action).toBe('none');
    carryOut(box, { ...wish, program: '/opt/new/loom' });
    expect(box.read('home/.codex/config.toml')).not.toContain(PROGRAM);
    carryOut(box, { ...wish, action: 'uninstall' });
    if (name === 'no file') expect(existsSync(join(box.home, '.codex'))).toBe(false);
    else expect(box.read('home/.codex/config.toml')).toBe(content);
  });

  it.each([
    ['no TOML', 'model = tide = ebb\n', 'not-toml'],
    ['another notify program', 'notify = ["ring-bell"]\n', 'name-taken'],
    ['another server named loom', '[mcp_servers.loom]\ncommand = "weave"\n', 'name-taken'],
    ['servers written inline', 'mcp_servers = { bell = { command = "ring" } }\n', 'unexpected-shape'],
  ])('is left alone: %s', (_name, content, code) => {
    const box = openSettingsBox();
    box.write('home/.codex/config.toml', content);
    const changes = carryOut(box, { agents: ['codex'], scope: 'user', withNotify: true, withServers: true });
    expect(changes).toMatchObject([{ action: 'refused', refusal: { code } }]);
    expect(box.read('home/.codex/config.toml')).toBe(content);
  });
});

describe('MCP servers', () => {
  it('stand where each agent looks for them', () => {
    const box = openSettingsBox();
    box.write('harbour/opencode.jsonc', '{\n  // mine\n  "theme": "dusk"\n}\n');
    carryOut(box, { agents: ['claude-code', 'cursor', 'opencode'], withServers: true });
    const server = { mcpServers: { loom: { command: PROGRAM, args: ['mcp'] } } };
    expect(jsonOf(box, 'harbour/.mcp.json')).toEqual(server);
    expect(jsonOf(box, 'harbour/.cursor/mcp.json')).toEqual(server);
    expect(box.read('harbour/opencode.jsonc')).toContain('// mine');
    expect(box.read('harbour/opencode.jsonc')).toMatch(/"command": \[\s*"\/opt\/loom\/bin\/loom",\s*"mcp"\s*\]/);
    carryOut(box, { agents: ['opencode'], action: 'uninstall' });
    expect(box.read('harbour/opencode.jsonc')).toBe('{\n  // mine\n  "theme": "dusk"\n}\n');
  });

  it('follow the program, and another one of the same name stays', () => {
    const box = openSettingsBox();
    box.write('harbour/.mcp.json', '{"mcpServers": {"loom": {"command": "/old/loom", "args": ["mcp"]}}}');
    box.write('harbour/.cursor/mcp.json', '{"mcpServers": {"loom": {"url": "https://weave.test"}}}');
    const changes = carryOut(box, { agents: ['claude-code', 'cursor'], withServers: true });
    expect(box.read('harbour/.mcp.json')).toBe(
      '{"mcpServers": {"loom": {"command": "/opt/loom/bin/loom", "args": ["mcp"]}}}',
    );
    expect(changes.map(({ refusal }) => refusal?.code)).toContain('name-taken');
    expect(box.read('harbour/.cursor/mcp.json')).toContain('weave.test');
  });
});

describe('plugin files', () => {
  it('are written, brought up to date and removed as long as nobody edited them', () => {
    const box = openSettingsBox();
    const wish = { agents: ['opencode', 'pi'], scope: 'user' } as const;
    carryOut(box, wish);
    expect(carryOut(box, wish).map(({ action }) => action)).toEqual(['none', 'none']);
    expect(carryOut(box, { ...wish, program: '/opt/new/loom' }).map(({ action }) => action)).toEqual([
      'change',
      'change',
    ]);
    carryOut(box, { ...wish, action: 'uninstall' });
    expect(readdirSync(box.home)).toEqual([]);
  });

  it('that somebody edited, or that are of somebody else, are left alone', () => {
    const box = openSettingsBox();
    carryOut(box, { agents: ['opencode'] });
    box.write(
      'harbour/.opencode/plugin/loom.js',
      box.read('harbour/.opencode/plugin/loom.js').replaceAll('10_000', '20_000'),
    );
    box.write('harbour/.pi/extensions/loom.ts', 'export default () => {};\n');
    const codes = (action: 'install' | 'uninstall') =>
      carryOut(box, { agents: ['opencode', 'pi'], action }).map(({ refusal }) => refusal?.code);
    expect(codes('install')).toEqual(['not-own-file', 'not-own-file']);
    // pi's is no file of loom's at all: there is nothing to take out.
    expect(codes('uninstall')).toEqual(['not-own-file', undefined, undefined]);
    expect(box.read('harbour/.pi/extensions/loom.ts')).toBe('export default () => {};\n');
  });
});

describe('files of git', () => {
  it.each([
    ['none', null],
    ['a line', '*.png binary\n'],
    ['a line without an end', '*.png binary'],
    ['line ends of Windows', '*.png binary\r\n'],
  ])('gain one line each, and lose it: %s', (_name, content) => {
    const box = openSettingsBox();
    if (content !== null) box.write('harbour/.gitattributes', content);
    carryOut(box, { agents: [], withGit: true });
    expect(box.read('harbour/.gitattributes')).toMatch(/^\.loom\/memory\.jsonl merge=union\r?\n$/m);
    carryOut(box, { agents: [], withGit: true });
    expect(box.read('harbour/.gitattributes').match(/memory\.jsonl/g)).toHaveLength(1);
    carryOut(box, { agents: [], withGit: true, action: 'uninstall' });
    if (content === null) expect(readdirSync(box.root)).toEqual([]);
    else expect(box.read('harbour/.gitattributes')).toBe(content);
  });
});

describe('the survey of hooks', () => {
  it('tells where loom is called, whether it is still there, and whether hooks run', () => {
    const box = openSettingsBox();
    const program = box.write('bin/loom', '#!/bin/sh\n');
    chmodSync(program, 0o755);
    box.write('home/.claude/settings.json', '{"disableAllHooks": true}');
    carryOut(box, { scope: 'user', program });
    carryOut(box, { agents: ['pi'], program: 'loom' });
    carryOut(box, { agents: ['gemini'], program: '/gone/loom' });
    expect(box.settings.survey()).toMatchObject([
      { agent: 'claude-code', scope: 'user', program, isRunnable: true, isDisabled: true },
      { agent: 'gemini', scope: 'project', program: '/gone/loom', isRunnable: false, isDisabled: false },
      { agent: 'pi', scope: 'project', program: 'loom', isRunnable: true, events: [] },
    ]);
    expect(readFileSync(join(box.home, '.claude', 'settings.json'), 'utf8')).toContain('disableAllHooks');
  });

  it('finds agents by their folders, and Copilot not by .github alone', () => {
    const box = openSettingsBox();
    box.write('harbour/.github/x', '');
    box.write('harbour/.cursor/x', '');
    box.write('home/.codex/x', '');
    expect(box.settings.present()).toEqual(['codex', 'cursor']);
  });
});
