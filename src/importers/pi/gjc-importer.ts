import type { Importer } from '../../app/ports/importer.ts';
import { makeMember } from './make-member.ts';

/** gjc: the files of pi under `~/.gjc`, up to version 5, with patches and with images in files of their own. */
export const gjcImporter: Importer = makeMember({
  agent: 'gjc',
  folder: '.gjc',
  subagentTools: new Set(['task']),
});
