/** Commands that write memory, projects, settings and the store itself: their ground, and how to see that they did their work. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { segmentFile } from '../../../src/journal/store-layout.ts';
import { walk } from '../../cli/support/case-files.ts';
import { nativeId, writeSession } from '../../cli/support/claude-fixture.ts';
import type { CommandLab, WritingCommand } from './command-lab.ts';
import { change, everyLineReads, IMPORTED, STARTED } from './session-commands.ts';

const ASSERTED = ['--approved-by', 'Mara', '--evidence', 'harbour log'] as const;

interface Proposed {
  readonly id: string;
}

/** Makes a record and answers its id. */
function propose(lab: CommandLab, text: string, ...more: readonly string[]): string {
  return (JSON.parse(lab.succeed(['memory', 'propose', text, '--json', ...more])) as Proposed).id;
}

/** The record of the ground. */
function record(lab: CommandLab): string {
  const lines = readFileSync(segmentFile(lab.layout, 1), 'utf8').trimEnd().split('\n');
  const first = lines.find((line) => line.includes('"type":"memory.proposed"')) ?? '';
  return (JSON.parse(first) as { stream: string }).stream.slice('memory/'.length);
}

const proposed = (lab: CommandLab) => void propose(lab, 'Berth 4 is dredged to nine metres');
const accepted = (lab: CommandLab) => void propose(lab, 'Berth 4 is dredged to nine metres', '--accept', ...ASSERTED);

function memory(name: string, type: string, more: Partial<WritingCommand> & { words?: readonly string[] } = {}) {
  const { words = [], ...rest } = more;
  return change(`memory ${name}`, [], type, {
    ground: accepted,
    args: (lab) => ['memory', name, record(lab), ...words],
    ...rest,
  });
}

const settings = (lab: CommandLab) => lab.path('work', '.claude', 'settings.json');
const readsAsJson = (text: string) => typeof JSON.parse(text) === 'object';
const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
const config = (lab: CommandLab) => lab.path('home', '.config', 'loom', 'config.json');
const agents = (lab: CommandLab) => lab.path('work', 'AGENTS.md');
const startFile = (lab: CommandLab) => join(lab.box.home, '.bashrc');
const OWN_START = 'export EDITOR=ed\n';
const OWN_TEXT = '# Harbour\n\nKeep the log in UTC.\n';

/** A second project, found by the session that was held in it. */
function secondProject(lab: CommandLab): void {
  const cwd = lab.path('ferry');
  mkdirSync(cwd);
  writeSession(lab.path('ferry-log'), { sessionId: nativeId(5), seed: nativeId(5), cwd, pairs: 1 });
  lab.succeed(['import', 'claude', lab.path('ferry-log')]);
}

const MEMORY: readonly WritingCommand[] = [
  change('memory propose', ['memory', 'propose', 'Tide tables are in UTC', '--because', IMPORTED], 'memory.proposed', {
    again: [0],
  }),
  change(
    'memory propose --accept',
    ['memory', 'propose', 'Tide tables are in UTC', '--accept', ...ASSERTED],
    'memory.accepted',
    { again: [0, 6] },
  ),
  memory('accept', 'memory.accepted', { ground: proposed, words: ASSERTED, again: [0, 6] }),
  memory('reject', 'memory.rejected', { ground: proposed, again: [0, 6] }),
  memory('supersede', 'memory.superseded', { words: ['Berth 4 has silted up', ...ASSERTED], again: [0, 6] }),
  memory('retract', 'memory.retracted', { again: [0, 6] }),
  memory('pin', 'memory.pinned', { again: [0, 6] }),
  memory('unpin', 'memory.unpinned', {
    ground: (lab) => {
      accepted(lab);
      lab.succeed(['memory', 'pin', record(lab)]);
    },
    again: [0, 6],
  }),
  memory('edit', 'memory.edited', {
    words: ['--text', 'Berth 4 is dredged to ten metres', ...ASSERTED],
    again: [0, 6],
  }),
  memory('confirm', 'memory.confirmed'),
  memory('forget', 'memory.forgotten', { words: ['--yes'], again: [0, 4] }),
  {
    name: 'memory digest',
    ground: accepted,
    args: () => ['memory', 'digest'],
    done: ({ lab }) =>
      walk(join(lab.box.store, 'projects')).some(
        (path) => path.endsWith('MEMORY.md') && textOf(path).includes('dredged'),
      ),
  },
  {
    name: 'memory digest --write',
    ground: (lab) => {
      accepted(lab);
      writeFileSync(agents(lab), OWN_TEXT);
    },
    args: () => ['memory', 'digest', '--write', 'AGENTS.md', '--yes'],
    done: ({ lab }) => textOf(agents(lab)).includes('dredged'),
    files: (lab) => ({
      [agents(lab)]: (text) => text.startsWith(OWN_TEXT) && text.includes('dredged') && text.endsWith('\n'),
    }),
  },
  {
    name: 'memory export',
    ground: accepted,
    args: (lab) => ['memory', 'export', '--to', lab.path('memory.jsonl')],
    done: ({ lab }) => textOf(lab.path('memory.jsonl')).includes('dredged'),
    files: (lab) => ({ [lab.path('memory.jsonl')]: everyLineReads }),
    again: [0, 6],
  },
  {
    name: 'memory import',
    ground: (lab) => {
      accepted(lab);
      lab.succeed(['memory', 'export', '--to', join(lab.root, 'shared.jsonl')]);
      lab.restore('first');
    },
    args: (lab) => ['memory', 'import', join(lab.root, 'shared.jsonl')],
    done: ({ came }) => came('memory.proposed') === 1,
  },
];

const PROJECTS: readonly WritingCommand[] = [
  change('project link', [], 'project.linked', {
    ground: secondProject,
    args: (lab) => ['project', 'link', 'work', lab.path('ferry'), '--yes'],
  }),
  change('project merge', ['project', 'merge', 'ferry', 'work', '--yes'], 'project.merged', {
    ground: secondProject,
    again: [0, 4, 6],
  }),
  change('undo of a merge', ['undo'], 'project.merged', {
    ground: (lab) => {
      secondProject(lab);
      lab.succeed(['project', 'merge', 'ferry', 'work', '--yes']);
    },
    again: [0, 6],
  }),
  change('project revoke', ['project', 'revoke', 'ferry'], 'policy.revoked', {
    ground: (lab) => {
      secondProject(lab);
      lab.succeed(['project', 'grant', 'ferry']);
    },
    again: [0, 4, 6],
  }),
  change('project grant', ['project', 'grant', 'ferry'], 'policy.granted', { ground: secondProject, again: [0, 6] }),
];

const FILES: readonly WritingCommand[] = [
  {
    name: 'config set',
    ground: (lab) => void lab.succeed(['config', 'set', 'sessions.scope', 'all']),
    args: () => ['config', 'set', 'digest.tokens', '900'],
    done: ({ lab }) => textOf(config(lab)).includes('900'),
    files: (lab) => ({ [config(lab)]: readsAsJson }),
    alsoExits: [3],
  },
  {
    name: 'config unset',
    ground: (lab) => void lab.succeed(['config', 'set', 'digest.tokens', '900']),
    args: () => ['config', 'unset', 'digest.tokens'],
    done: ({ lab }) => !textOf(config(lab)).includes('900'),
    files: (lab) => ({ [config(lab)]: readsAsJson }),
  },
  {
    name: 'autocomplete --install',
    ground: (lab) => writeFileSync(startFile(lab), OWN_START),
    args: () => ['autocomplete', 'bash', '--install', '--yes'],
    done: ({ lab }) => textOf(startFile(lab)) !== OWN_START,
    files: (lab) => ({ [startFile(lab)]: (text) => text.startsWith(OWN_START) && text.endsWith('\n') }),
  },
  {
    name: 'init',
    ground: (lab) => {
      mkdirSync(lab.path('work', '.claude'));
      writeFileSync(settings(lab), '{\n  // ours\n  "model": "opus"\n}\n');
    },
    args: () => ['init', '--agent', 'claude-code', '--yes'],
    // A file that cannot be read is left as it is, and said.
    alsoExits: [6],
    done: ({ lab }) => textOf(settings(lab)).includes('hook claude-code'),
    files: (lab) => ({ [settings(lab)]: (text) => text.includes('// ours') && text.endsWith('}\n') }),
  },
  {
    name: 'init --uninstall',
    ground: (lab) => {
      mkdirSync(lab.path('work', '.claude'));
      writeFileSync(settings(lab), '{ "model": "opus" }\n');
      lab.succeed(['init', '--agent', 'claude-code', '--yes']);
    },
    args: () => ['init', '--uninstall', '--agent', 'claude-code', '--yes'],
    alsoExits: [6],
    done: ({ lab }) => textOf(settings(lab)) === '{ "model": "opus" }\n',
    files: (lab) => ({ [settings(lab)]: (text) => text === '{ "model": "opus" }\n' }),
  },
];

const STORE: readonly WritingCommand[] = [
  {
    name: 'index rebuild',
    args: () => ['index', 'rebuild'],
    done: ({ lab }) => existsSync(join(lab.layout.indexDir, 'current')),
  },
  {
    name: 'index drop',
    args: () => ['index', 'drop'],
    done: ({ lab }) => !existsSync(join(lab.layout.indexDir, 'current')),
  },
  {
    name: 'journal repair',
    damaged: true,
    takesOut: true,
    ground: (lab) => {
      const path = segmentFile(lab.layout, 1);
      const bytes = readFileSync(path);
      const at = bytes.indexOf('Pilotage');
      bytes.write('p', at);
      writeFileSync(path, bytes);
    },
    args: () => ['journal', 'repair', '--yes'],
    done: ({ came, lab }) => came('journal.repaired') > 0 && readdirSync(lab.layout.quarantineDir).length > 0,
  },
  {
    name: 'a write that begins the second segment',
    // Until a writer comes that ends it, a torn segment which is no longer the newest looks cut.
    unfinished: ['segment-cut'],
    ground: (lab) => {
      const path = segmentFile(lab.layout, 1);
      // A writer that died in the middle of a line.
      writeFileSync(path, readFileSync(path, 'utf8').concat('{"v":1,"id":"01K'));
    },
    args: () => ['sessions', 'rename', STARTED, 'Anchorage'],
    done: ({ came }) => came('session.renamed') === 1,
  },
];

export const STORE_COMMANDS: readonly WritingCommand[] = [...MEMORY, ...PROJECTS, ...FILES, ...STORE];
