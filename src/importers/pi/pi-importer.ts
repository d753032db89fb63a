import type { Importer } from '../../app/ports/importer.ts';
import { makeMember } from './make-member.ts';

/** pi: `~/.pi/agent/sessions/<folder>/<time>_<id>.jsonl`, a tree of entries. */
export const piImporter: Importer = makeMember({
  agent: 'pi',
  folder: '.pi',
  folderVariable: 'PI_CODING_AGENT_DIR',
  sessionsVariable: 'PI_CODING_AGENT_SESSION_DIR',
  subagentTools: new Set(),
});
