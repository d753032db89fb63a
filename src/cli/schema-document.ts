import type { Config } from '@oclif/core/config';
import * as z from 'zod';
import { LoomError } from '../kernel/loom-error.ts';
import { closest } from './closest.ts';
import { errorAnswer } from './schemas/error.ts';

type Schema = z.ZodType;

interface Described {
  readonly schema?: () => Promise<Schema>;
}

function noSchema(config: Config, words: readonly string[]): LoomError {
  const given = words.join(' ');
  const known = config.commandIDs.map((id) => id.replaceAll(':', ' '));
  const guess = known.includes(given) ? undefined : closest(given, known);
  return new LoomError({
    kind: known.includes(given) ? 'not-found' : 'usage',
    code: known.includes(given) ? 'no-schema' : 'unknown-command',
    message: known.includes(given) ? `loom ${given} has no JSON answer` : `unknown command: ${given}`,
    hints: guess === undefined ? ['loom help'] : [`did you mean: loom schema ${guess}`],
  });
}

/** The JSON Schema (2020-12) of a command's `--json` answer; of errors when no command is named. Throws LoomError. */
export async function schemaDocument(config: Config, words: readonly string[]): Promise<Record<string, unknown>> {
  if (words.length === 0) return jsonSchemaOf(errorAnswer, 'error');
  const command = (await config.findCommand(words.join(':'))?.load()) as Described | undefined;
  if (command?.schema === undefined) throw noSchema(config, words);
  return jsonSchemaOf(await command.schema(), words.join(' '));
}

function jsonSchemaOf(schema: Schema, subject: string): Record<string, unknown> {
  const document = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
  return { title: `loom ${subject}`, ...document } as Record<string, unknown>;
}

/** Every command's schema by id, and that of errors. */
export async function schemaDocuments(config: Config): Promise<Readonly<Record<string, unknown>>> {
  const documents: Record<string, unknown> = { error: jsonSchemaOf(errorAnswer, 'error') };
  for (const command of config.commands) {
    const { schema } = (await command.load()) as unknown as Described;
    if (schema !== undefined) documents[command.id] = jsonSchemaOf(await schema(), command.id.replaceAll(':', ' '));
  }
  return documents;
}
