import { copilotCliImporter } from '../../../src/importers/copilot-cli/copilot-cli-importer.ts';
import { describeGrowth } from '../support/growth-suite.ts';
import { COPILOT_EVENTS, copilotEvent } from './samples.ts';

const events = [
  ...COPILOT_EVENTS,
  copilotEvent(6, 'user.message', { content: 'Is the rye mouldy?' }),
  copilotEvent(7, 'assistant.message', { content: 'The rye is fine.', toolRequests: [] }),
  copilotEvent(8, 'session.compaction_complete', { success: true, summaryContent: 'Loaf and grain.' }),
  copilotEvent(9, 'user.message', { content: 'Halve the time.' }),
  copilotEvent(10, 'tool.execution_start', { toolCallId: 'call-2', toolName: 'bash', arguments: { command: 'bake' } }),
  copilotEvent(11, 'tool.execution_complete', { toolCallId: 'call-2', success: false, error: { message: 'no oven' } }),
  copilotEvent(12, 'assistant.message', { content: 'There is no oven.', toolRequests: [] }),
];

describeGrowth({
  importer: copilotCliImporter,
  name: 'session-state/1/events.jsonl',
  text: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
  dropped: [6, 7],
  droppedWord: 'rye',
});
