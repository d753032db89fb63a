import type { Actor } from '../events/envelope.ts';
import type { AppContext } from './context.ts';

/** The same context with another actor. Not spread: importers are loaded only when they are asked for. */
export function actingAs(app: AppContext, actor: Actor): AppContext {
  return Object.create(app, { actor: { value: actor, enumerable: true } }) as AppContext;
}
