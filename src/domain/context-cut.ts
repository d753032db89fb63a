import { cutAtGrapheme, utf8Length } from '../kernel/grapheme-cut.ts';
import type { CallPart, ContextPart, ContextStep } from './context-step.ts';

/** Writes what stands where something was left out: how much, and the command that shows it. */
export type LeftOutMarker = (bytes: number) => string;

/** Longest text of each kind in characters; what is longer is cut, and says so. */
export interface StepCaps {
  readonly thinking: boolean;
  /** Results of tools, and what an agent or harness added. */
  readonly results: number;
  readonly inputs: number;
  readonly answers: number;
  readonly prompts: number;
}

/** Cuts nothing. */
export const UNCUT: StepCaps = {
  thinking: true,
  results: Number.POSITIVE_INFINITY,
  inputs: Number.POSITIVE_INFINITY,
  answers: Number.POSITIVE_INFINITY,
  prompts: Number.POSITIVE_INFINITY,
};

function capText(text: string, most: number, marker: LeftOutMarker): string {
  if (text.length <= most) return text;
  const kept = cutAtGrapheme(text, most).trimEnd();
  const told = marker(utf8Length(text) - utf8Length(kept));
  const cut = kept === '' ? told : `${kept}\n${told}`;
  return cut.length < text.length ? cut : text;
}

function capStrings(value: unknown, most: number, marker: LeftOutMarker): unknown {
  if (typeof value === 'string') return capText(value, most, marker);
  if (Array.isArray(value)) return value.map((item) => capStrings(item, most, marker));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, capStrings(item, most, marker)]));
}

/** An input of many members stays long however short its strings are. */
const MEMBERS = 8;

function capInput(input: CallPart['input'], most: number, marker: LeftOutMarker): CallPart['input'] {
  if (most === Number.POSITIVE_INFINITY) return input;
  const whole = JSON.stringify(input);
  const capped = most === 0 ? input : (capStrings(input, most, marker) as CallPart['input']);
  const length = capped === input ? whole.length : JSON.stringify(capped).length;
  if (most > 0 && length <= (most + marker(whole.length).length) * MEMBERS) return capped;
  const told = { left_out: marker(utf8Length(whole)) };
  return JSON.stringify(told).length < whole.length ? told : input;
}

function capPart(part: ContextPart, caps: StepCaps, marker: LeftOutMarker): readonly ContextPart[] {
  if (part.type === 'thinking') return caps.thinking ? [part] : [];
  if (part.type === 'call') {
    const result = { ...part.result, text: capText(part.result.text, caps.results, marker) };
    return [{ ...part, input: capInput(part.input, caps.inputs, marker), result }];
  }
  const most = part.from === 'prompt' ? caps.prompts : part.from === 'answer' ? caps.answers : caps.results;
  return [{ ...part, text: capText(part.text, most, marker) }];
}

/** A step with its long texts cut at grapheme boundaries. A call keeps its result. */
export function capStep(step: ContextStep, caps: StepCaps, marker: LeftOutMarker): ContextStep {
  return { ...step, parts: step.parts.flatMap((part) => capPart(part, caps, marker)) };
}

/** UTF-8 bytes of everything a step says; thinking does not count, since most readers take none. */
export function bytesOfStep({ parts }: ContextStep): number {
  let bytes = 0;
  for (const part of parts) {
    if (part.type === 'text') bytes += utf8Length(part.text);
    if (part.type === 'call') bytes += utf8Length(part.result.text) + utf8Length(JSON.stringify(part.input));
  }
  return bytes;
}
