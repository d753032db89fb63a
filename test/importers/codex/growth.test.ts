import { codexImporter } from '../../../src/importers/codex/codex-importer.ts';
import { call, counted, header, item, NAME, output, turn } from '../support/codex-records.ts';
import { describeGrowth } from '../support/growth-suite.ts';

const RECORDS = [
  header(),
  ...turn(1, 'Sow the peas', 'Peas are sown'),
  ...turn(2, 'Water the leeks', 'Leeks are watered'),
  item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'beds first' }] }, 180),
  ...turn(3, 'Dig the beds 🌱', 'Beds are dug'),
  call('call_1', 'exec_command', { cmd: 'dig --all' }, 185),
  output('call_1', 'Process exited with code 1\nOutput:\nno spade', 186),
  counted(400, 20, 187),
];

describeGrowth({
  importer: codexImporter,
  name: NAME,
  text: RECORDS.map((record) => `${JSON.stringify(record)}\n`).join(''),
  dropped: [8, 9, 10, 11, 12, 13, 14],
  droppedWord: 'Leeks',
});
