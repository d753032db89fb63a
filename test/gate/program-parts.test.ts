import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadProgram } from '../../scripts/load-program.mjs';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const partText = (name: string) => readFileSync(join(dist, `${name}.cjs`), 'utf8');

describe('the parts of the program', () => {
  it('leave to other parts what most starts do not need', () => {
    const first = partText('loom');
    expect(first).not.toContain('claudeCodeImporter=');
    expect(first).not.toContain('ZodDiscriminatedUnion');
    expect(first).not.toContain('ListToolsRequestSchema');
    expect(partText('importers')).toContain('codexImporter=');
    // What tells which chunks an import loads imports a session of Claude Code, and looks at no other agent's.
    expect(partText('import')).toContain('claudeCodeImporter=');
    expect(partText('import')).not.toContain('codexImporter=');
    expect(statSync(join(dist, 'loom.cjs')).size).toBeLessThan(900_000);
  });

  it('are all in the package', () => {
    const { files } = JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8')) as { files: string[] };
    expect(files).toContain('dist/*.cjs');
    const parts = readdirSync(dist).filter((name) => name.endsWith('.cjs') && !name.startsWith('.'));
    expect(parts).toEqual(
      expect.arrayContaining(['loom.cjs', 'hook.cjs', 'import.cjs', 'importers.cjs', 'mcp.cjs', 'rest.cjs']),
    );
  });

  it('say what to do when another build took the place of theirs', async () => {
    const program = loadProgram(join(dist, 'loom.cjs'), () => ({}));
    await expect(program.exports.describeSchemas()).rejects.toThrow(/installed anew while it ran .*: start it again/);
  });
});
