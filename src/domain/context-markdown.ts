import { makeBlockVisible } from '../kernel/visible-text.ts';
import type { CallPart, ContextPart, ContextStep, UserText } from './context-step.ts';
import { containText, fenceText, labelText, type RoleLabel } from './markdown-text.ts';

const LABELS: Readonly<Record<UserText | 'answer', RoleLabel>> = {
  prompt: 'You',
  injected: 'Injected',
  notice: 'Notice',
  summary: 'Summary',
  result: 'Tool result',
  preface: 'Continuation',
  answer: 'Assistant',
};

function renderCall({ name, input, result }: CallPart): string {
  const call = labelText('Tool', fenceText(JSON.stringify(input, null, 2), 'json'), ` ${name}`);
  const how = result.interrupted ? ' (interrupted)' : result.isError ? ' (error)' : '';
  return `${call}\n${labelText('Tool result', fenceText(result.text), how)}`;
}

function renderPart(part: ContextPart): string {
  if (part.type === 'call') return renderCall(part);
  // Another agent can do nothing with the thinking of this one.
  if (part.type === 'thinking') return '';
  // The preface is loom's own Markdown; what it quotes stands in single lines.
  return labelText(LABELS[part.from], part.from === 'preface' ? part.text : containText(part.text));
}

/**
 * Steps as Markdown: bold role labels, never headings; what is quoted cannot forge one, and holds nothing that a terminal
 * acts on.
 */
export function renderSteps(steps: readonly ContextStep[]): string {
  const texts = steps.flatMap(({ parts }) => parts.map(renderPart)).filter((text) => text !== '');
  return makeBlockVisible(
    texts
      .map((text) => `${text}\n`)
      .join('')
      .toWellFormed(),
  );
}
