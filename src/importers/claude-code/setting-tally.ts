import { field, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';

/** Where and how a session ran, as its records say. */
export class SettingTally {
  mode: string | null = null;
  effort: string | null = null;
  version: string | null = null;
  branch: string | null = null;
  worktree: string | null = null;
  readonly cwds = new Set<string>();
  #entered = 0;
  #bySdk = 0;

  /** Every record that names how it was entered names an SDK. */
  get headless(): boolean {
    return this.#entered > 0 && this.#entered === this.#bySdk;
  }

  add(record: JsonObject): void {
    const cwd = textField(record, 'cwd');
    if (cwd !== undefined) this.cwds.add(cwd);
    this.branch ??= textField(record, 'gitBranch') ?? null;
    this.version = textField(record, 'version') ?? this.version;
    this.mode = textField(record, 'permissionMode') ?? this.mode;
    this.effort = textField(record, 'effort') ?? textField(objectField(record, 'message'), 'effort') ?? this.effort;
    const entrypoint = textField(record, 'entrypoint');
    if (entrypoint !== undefined) this.#addEntrypoint(entrypoint);
    if (field(record, 'type') === 'worktree-state') this.worktree = worktreeOf(record);
    const relocated = field(record, 'type') === 'relocated' ? textField(record, 'relocatedCwd') : undefined;
    if (relocated !== undefined) this.cwds.add(relocated);
  }

  #addEntrypoint(entrypoint: string): void {
    this.#entered += 1;
    if (entrypoint.startsWith('sdk')) this.#bySdk += 1;
  }
}

function worktreeOf(record: JsonObject): string | null {
  const session = objectField(record, 'worktreeSession');
  return textField(session, 'worktreeName') ?? textField(session, 'worktreePath') ?? null;
}
