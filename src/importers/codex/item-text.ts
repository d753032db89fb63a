import { asObject, field, type JsonObject, listField, textField } from '../../kernel/json-fields.ts';

/** Beginnings of user items that no person typed. */
const MACHINE_MADE = [
  '<environment_context>',
  '<user_instructions>',
  '# AGENTS.md instructions',
  '<INSTRUCTIONS>',
  '<turn_aborted>',
  '<subagent_notification>',
  '<permissions instructions>',
  '<collaboration_mode>',
  '<user_shell_command>',
  '<skill>',
  '<skills_instructions>',
  '<apps_instructions>',
  '<plugins_instructions>',
  '<personality_spec>',
  '<model_switch>',
  '<hook_prompt',
  '<user_action>',
  '<recommended_plugins>',
] as const;

/** Where an editor puts what a person typed, after what it added. */
const EDITOR_REQUEST =
  /^\s*# (?:Context from my IDE setup|Files mentioned by the user):[\s\S]*?\n## My request for Codex:\s*/;
const IMAGE_TAG = /^<\/?image\b[^>]*>$/;
const WORKING_FOLDER = /<cwd>([^<]+)<\/cwd>|Current working directory: (\S[^\n]*)/;

/** Type of a part that carries text. */
const TEXT_PARTS: ReadonlySet<string> = new Set(['input_text', 'output_text', 'text']);

/** The text of one part of an item's content; undefined for other parts and for the tags around an image. */
export function partText(part: JsonObject | undefined): string | undefined {
  if (part === undefined || !TEXT_PARTS.has(textField(part, 'type') ?? '')) return undefined;
  const text = field(part, 'text');
  if (typeof text !== 'string' || IMAGE_TAG.test(text.trim())) return undefined;
  return text;
}

/** All text of an item's content. */
export function itemText(payload: JsonObject): string {
  const content = field(payload, 'content');
  if (typeof content === 'string') return content;
  return listField(payload, 'content')
    .flatMap((part) => partText(asObject(part)) ?? [])
    .join('\n');
}

/** Whether a user item is context, a notification or another text that no person typed. */
export function isMachineMade(text: string): boolean {
  const start = text.trimStart();
  return MACHINE_MADE.some((tag) => start.startsWith(tag));
}

/** What a person typed, and what an editor put before it. */
export function splitEditorContext(text: string): { readonly typed: string; readonly added: string } {
  const added = EDITOR_REQUEST.exec(text)?.[0] ?? '';
  const typed = text.slice(added.length).trim();
  return typed === '' ? { typed: text.trim(), added: '' } : { typed, added: added.trim() };
}

/** The folder that an environment text names: older files have it nowhere else. */
export function workingFolder(text: string): string | undefined {
  if (!text.trimStart().startsWith('<environment_context>')) return undefined;
  const found = WORKING_FOLDER.exec(text.slice(0, 4000));
  return (found?.[1] ?? found?.[2])?.trim();
}
