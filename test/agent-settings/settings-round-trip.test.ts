import { chmodSync, existsSync, linkSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseJsonc } from '../../src/agent-settings/jsonc-tree.ts';
import { carryOut, openSettingsBox, planOnly } from './support/settings-box.ts';

const FILE = 'harbour/.claude/settings.json';
const BELL = '{"type": "command", "command": "ring-bell --twice"}';

/** Files that take hooks, and come back byte for byte. */
const FIT: Readonly<Record<string, string>> = {
  'an empty file': '',
  'blank lines': '\n\n',
  'an empty object': '{}',
  'an empty object and a line end': '{}\n',
  'an empty object over two lines': '{\n}\n',
  'an object of spaces': '{   }',
  'one setting': '{\n  "model": "tide"\n}\n',
  'no final line end': '{\n  "model": "tide"\n}',
  'many final line ends': '{\n  "model": "tide"\n}\n\n\n',
  'one line': '{"model": "tide", "verbose": true}',
  'one line without spaces': '{"model":"tide","list":[1,2]}',
  'four spaces': '{\n    "model": "tide",\n    "list": [\n        1\n    ]\n}\n',
  tabs: '{\n\t"model": "tide"\n}\n',
  'line ends of Windows': '{\r\n  "model": "tide"\r\n}\r\n',
  'tabs and line ends of Windows': '{\r\n\t"env": {"A": "b"},\r\n\t"model": "tide"\r\n}\r\n',
  'a byte order mark': '\uFEFF{\n  "model": "tide"\n}\n',
  'a byte order mark and line ends of Windows': '\uFEFF{\r\n  "model": "tide"\r\n}\r\n',
  comments: '// of the harbour\n{\n  // which one\n  "model": "tide" // this one\n  /* no more */\n}\n// end\n',
  'a trailing comma': '{\n  "model": "tide",\n}\n',
  'a trailing comma and a comment': '{\n  "model": "tide", // the last\n}\n',
  'a comment alone': '{\n  // nothing yet\n}\n',
  'a block comment alone': '{ /* nothing yet */ }\n',
  'hooks without events': '{\n  "hooks": {}\n}\n',
  'an event without hooks': '{\n  "hooks": {\n    "Stop": []\n  }\n}\n',
  "another tool's hooks": `{\n  "hooks": {\n    "Stop": [{"hooks": [${BELL}]}],\n    "PreToolUse": [{"matcher": "Bash", "hooks": [${BELL}]}]\n  }\n}\n`,
  "another tool's hooks on one line": `{"hooks": {"Stop": [{"hooks": [${BELL}]}]}}`,
  'hooks before other settings': `{\n  "hooks": {\n    "Stop": [\n      {\n        "hooks": [\n          ${BELL}\n        ]\n      }\n    ]\n  },\n  "model": "tide"\n}\n`,
  'comments among hooks': `{\n  "hooks": {\n    // bells\n    "Stop": [\n      {"hooks": [${BELL}]} // loud\n    ], // all of them\n  },\n}\n`,
  'commas first': '{\n    "model": "tide"\n  , "verbose": true\n}\n',
  'keys twice elsewhere': '{\n  "model": "ebb",\n  "model": "tide"\n}\n',
  'all hooks turned off': '{\n  "disableAllHooks": true\n}\n',
  'letters of many scripts': '{\n  "note": "Flut \\u2028 – 潮 – مد – \\"x\\" \\\\",\n  "k": "ü"\n}\n',
  'a large file': `{\n  "list": [\n${Array.from({ length: 40_000 }, (_, at) => `    "berth ${at}"`).join(',\n')}\n  ]\n}\n`,
  'deep lists': `{\n  "deep": ${'['.repeat(90)}1${']'.repeat(90)}\n}\n`,
};

/** Files that are left as they are, and the code that says why. */
const UNFIT: Readonly<Record<string, readonly [content: string | Buffer, code: string]>> = {
  'no JSON': ['model = "tide"\n', 'not-json'],
  'half a file': ['{\n  "model": "tide",\n  "hooks": {', 'not-json'],
  'two documents': ['{}\n{}\n', 'not-json'],
  'a conflict of git': ['<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n', 'not-json'],
  'a string with a line end': ['{"model": "ti\nde"}', 'not-json'],
  'too deep': [`{"deep": ${'['.repeat(1000)}${']'.repeat(1000)}}`, 'not-json'],
  'a list': ['[]\n', 'unexpected-shape'],
  'a text': ['"hooks"\n', 'unexpected-shape'],
  'hooks that are a list': ['{"hooks": []}\n', 'unexpected-shape'],
  'hooks that are null': ['{"hooks": null}\n', 'unexpected-shape'],
  'an event that is an object': ['{"hooks": {"Stop": {"hooks": []}}}\n', 'unexpected-shape'],
  'hooks twice': ['{"hooks": {}, "hooks": {}}\n', 'repeated-key'],
  'an event twice': ['{"hooks": {"Stop": [], "Stop": []}}\n', 'repeated-key'],
  'UTF-16': [Buffer.from('\uFEFF{}', 'utf16le'), 'not-text'],
  'bytes that are no text': [Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 'not-text'],
  zeros: [Buffer.alloc(64), 'not-text'],
  'too large': [`{"x": "${'x'.repeat(5 * 1024 * 1024)}"}`, 'too-large'],
};

describe('settings of an agent', () => {
  it.each(Object.entries(FIT))('take hooks and come back byte for byte: %s', (_name, content) => {
    const box = openSettingsBox();
    const path = box.write(FILE, content);
    const [change] = carryOut(box);
    const installed = box.read(FILE);
    expect(change?.action).toBe('change');
    expect(parseJsonc(installed.replace(/^\uFEFF/, '')).ok).toBe(true);
    expect(installed.match(/loom hook claude-code/g)).toHaveLength(9);
    expect(installed.startsWith('\uFEFF')).toBe(content.startsWith('\uFEFF'));
    if (content.includes('\r\n')) expect(installed.replaceAll('\r\n', '')).not.toContain('\n');
    expect(carryOut(box)[0]?.action).toBe('none');
    expect(box.read(FILE)).toBe(installed);
    carryOut(box, { action: 'uninstall' });
    expect(readFileSync(path).equals(Buffer.from(content))).toBe(true);
    expect(readdirSync(box.records)).toEqual([]);
  });

  it.each(Object.entries(FIT))(
    'lose their hooks without a record too, and stay what they were: %s',
    (_name, content) => {
      const box = openSettingsBox();
      box.write(FILE, content);
      carryOut(box);
      for (const file of readdirSync(box.records)) box.write(`records/${file}`, 'gone');
      carryOut(box, { action: 'uninstall' });
      const left = box.read(FILE);
      expect(left).not.toContain('loom');
      const [before, after] = [content, left].map((text) => parseJsonc(text.replace(/^\uFEFF/, '') || '{}'));
      expect(after?.ok).toBe(true);
      if (content.includes('"model"')) expect(left).toContain('"model"');
      for (const [comment] of content.matchAll(/\/\/ [a-z ]+|\/\* [a-z ]+ \*\//g)) expect(left).toContain(comment);
      expect(left.split('ring-bell').length).toBe(content.split('ring-bell').length);
      expect(before).toBeDefined();
    },
  );

  it.each(Object.entries(UNFIT))('that cannot be changed are refused and left alone: %s', (_name, [content, code]) => {
    const box = openSettingsBox();
    const path = box.write(FILE, content);
    expect(carryOut(box)).toMatchObject([{ action: 'refused', refusal: { code } }]);
    carryOut(box, { action: 'uninstall' });
    expect(readFileSync(path).equals(Buffer.from(content))).toBe(true);
  });

  it('that were changed after the hooks came keep the change, and all else as it was', () => {
    const box = openSettingsBox();
    const before = '{\n  // mine\n  "hooks": {},\n  "model": "ebb"\n}\n';
    box.write(FILE, before);
    carryOut(box);
    box.write(FILE, box.read(FILE).replace('"ebb"', '"flood"'));
    carryOut(box, { action: 'uninstall' });
    expect(box.read(FILE)).toBe(before.replace('"ebb"', '"flood"'));
  });

  it('lose only the entries of loom when somebody wrote among them', () => {
    const box = openSettingsBox();
    box.write(FILE, '{\n  "model": "ebb"\n}\n');
    carryOut(box);
    const hooks = box.read(FILE);
    const mixed = hooks.replace('"hooks": [\n          {', `"hooks": [\n          ${BELL},\n          {`);
    expect(mixed).not.toBe(hooks);
    box.write(FILE, mixed);
    carryOut(box, { action: 'uninstall' });
    const left = JSON.parse(box.read(FILE));
    expect(left).toEqual({ model: 'ebb', hooks: { SessionStart: [{ hooks: [JSON.parse(BELL)] }] } });
  });

  it('gain what a second wish adds, and come back over both', () => {
    const box = openSettingsBox();
    const before = '{\n  "model": "ebb"\n}\n';
    box.write(FILE, before);
    carryOut(box);
    carryOut(box, { withPermissions: true });
    expect(box.read(FILE)).toContain('PreToolUse');
    carryOut(box, { program: '/opt/loom 2/bin/loom' });
    expect(box.read(FILE)).toContain('"\\"/opt/loom 2/bin/loom\\" hook claude-code"');
    expect(box.read(FILE)).not.toContain('/opt/loom/bin');
    carryOut(box, { action: 'uninstall' });
    expect(box.read(FILE)).toBe(before);
  });

  it('that were not there go again, and their folder with them', () => {
    const box = openSettingsBox();
    expect(carryOut(box)[0]?.action).toBe('create');
    expect(carryOut(box, { action: 'uninstall' })[0]?.action).toBe('delete');
    expect(existsSync(join(box.root, '.claude'))).toBe(false);
  });

  it('that were not there stay when somebody else uses them by now', () => {
    const box = openSettingsBox();
    carryOut(box);
    box.write(FILE, box.read(FILE).replace('{', '{\n  "model": "ebb",'));
    carryOut(box, { action: 'uninstall' });
    expect(JSON.parse(box.read(FILE))).toEqual({ model: 'ebb' });
  });

  it('are not written by a plan', () => {
    const box = openSettingsBox();
    box.write(FILE, '{}');
    planOnly(box, { agents: box.settings.known, withServers: true, withGit: true });
    expect(box.read(FILE)).toBe('{}');
    expect(readdirSync(box.root)).toEqual(['.claude']);
    expect(readdirSync(box.home)).toEqual([]);
  });

  it('that changed between plan and writing are not written over', () => {
    const box = openSettingsBox();
    box.write(FILE, '{}');
    const [change] = planOnly(box);
    box.write(FILE, '{"model": "ebb"}');
    expect(() => change && box.settings.apply(change)).toThrow(expect.objectContaining({ code: 'file-changed' }));
    expect(box.read(FILE)).toBe('{"model": "ebb"}');
  });

  it('keep no copy of what others wrote in the records, and records are private', () => {
    const box = openSettingsBox();
    box.write(FILE, '{\n  "env": {"HARBOUR_KEY": "tide-4711"}\n}\n');
    carryOut(box);
    const [record = ''] = readdirSync(box.records);
    const path = join(box.records, record);
    expect(readFileSync(path, 'utf8')).not.toContain('4711');
    expect([statSync(path).mode & 0o777, statSync(box.records).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it('show no string of others in what a person compares', () => {
    const box = openSettingsBox();
    box.write(FILE, '{\n  "env": {"HARBOUR_KEY": "tide-4711"}, "args": ["--pass", "ebb"]\n}');
    const [change] = planOnly(box);
    const shown = `${change?.shown.before}${change?.shown.after}`;
    expect(shown).not.toMatch(/4711|ebb|--pass/);
    expect(shown).toContain('"HARBOUR_KEY": "…"');
    expect(shown).toContain('/opt/loom/bin/loom hook claude-code');
  });
});

describe('a file of settings', () => {
  it('keeps its mode', () => {
    const box = openSettingsBox();
    const path = box.write(FILE, '{}');
    chmodSync(path, 0o640);
    carryOut(box);
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  it('that is read-only is left alone', () => {
    const box = openSettingsBox();
    chmodSync(box.write(FILE, '{}'), 0o444);
    expect(carryOut(box)).toMatchObject([{ action: 'refused', refusal: { code: 'read-only' } }]);
  });

  it('that is a link inside the home folder is written where it leads, and stays a link', () => {
    const box = openSettingsBox();
    const kept = box.write('home/dotfiles/claude.json', '{}');
    box.write('home/.claude/x', '');
    symlinkSync('../dotfiles/claude.json', join(box.home, '.claude', 'settings.json'));
    carryOut(box, { scope: 'user' });
    expect(readFileSync(kept, 'utf8')).toContain('loom hook');
    expect(readdirSync(join(box.home, '.claude'))).toEqual(['settings.json', 'x']);
    carryOut(box, { scope: 'user', action: 'uninstall' });
    expect(readFileSync(kept, 'utf8')).toBe('{}');
  });

  it.each([
    ['to another place', 'elsewhere/settings.json', 'link-leads-away'],
    ['to nothing', 'home/nothing.json', 'broken-link'],
  ])('that is a link %s is left alone', (_name, target, code) => {
    const box = openSettingsBox();
    const path = box.write(target, '{}');
    box.write('home/.claude/x', '');
    symlinkSync(code === 'broken-link' ? `${path}.gone` : path, join(box.home, '.claude', 'settings.json'));
    expect(carryOut(box, { scope: 'user' })).toMatchObject([{ action: 'refused', refusal: { code } }]);
    expect(readFileSync(path, 'utf8')).toBe('{}');
  });

  it('below a linked folder that leads away is left alone', () => {
    const box = openSettingsBox();
    box.write('elsewhere/settings.json', '{}');
    symlinkSync(join(box.root, '..', 'elsewhere'), join(box.root, '.claude'));
    expect(carryOut(box)).toMatchObject([{ refusal: { code: 'link-leads-away' } }]);
  });

  it('with a second name, or that is a folder, is left alone', () => {
    const box = openSettingsBox();
    linkSync(box.write(FILE, '{}'), join(box.root, 'second.json'));
    box.write('harbour/.gemini/settings.json/x', '');
    const changes = carryOut(box, { agents: ['claude-code', 'gemini'] });
    expect(changes.map(({ refusal }) => refusal?.code)).toEqual(['not-a-regular-file', 'not-a-regular-file']);
  });
});
