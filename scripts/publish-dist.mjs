// Puts what was built into dist/, whole or not at all, and takes away what an earlier build left there.
import { createHash } from 'node:crypto';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { escapeProgram } from './escape-program.mjs';

export const dist = fileURLToPath(new URL('../dist', import.meta.url));

/** Writes a file under another name first: nobody ever sees half of it. */
export function publish(name, content) {
  const temporary = join(dist, `.${name}.${process.pid}`);
  writeFileSync(temporary, content);
  renameSync(temporary, join(dist, name));
}

/** A program is ASCII, and begins with its digest, by which its code cache is known. */
export function publishProgram(name, bundled) {
  const text = escapeProgram(bundled);
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  publish(`${name}.cjs`, `// ${digest}\n(function(exports,require,module,__filename,__dirname){${text}\n})`);
}

export function removeOldParts(programs) {
  for (const name of readdirSync(dist)) {
    const isOld = name.endsWith('.cjs') && !programs.has(name.slice(0, -'.cjs'.length));
    if (isOld) rmSync(join(dist, name), { force: true });
  }
}

export function removeOldCaches() {
  for (const name of readdirSync(dist)) if (name.endsWith('.v8cache')) rmSync(join(dist, name), { force: true });
}
