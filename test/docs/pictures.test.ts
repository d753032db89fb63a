import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { terminalPicture } from '../../scripts/terminal-picture.mjs';

const FOLDER = new URL('../../docs/pictures/', import.meta.url);

test('README shows every picture, with words for those who do not see it, and they are small', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const names = readdirSync(FOLDER);
  for (const name of names) expect(readme).toMatch(new RegExp(`!\\[[^\\]]{20,}\\]\\(docs/pictures/${name}\\)`));
  const bytes = names.reduce((sum, name) => sum + statSync(new URL(name, FOLDER)).size, 0);
  expect(names.length).toBeGreaterThan(2);
  expect(bytes).toBeLessThan(300 * 1024);
});

test('a picture of a terminal holds its text and colours, and nothing in it is markup', () => {
  const output = '\u001b[1mloom\u001b[0m <list> \u001b[2m& more\u001b[22m end\nplain';
  const picture = terminalPicture({ output, columns: 80, title: 'a "list"' });
  expect(picture).toContain(
    '<tspan class="b">loom</tspan> &lt;list&gt; <tspan class="d">&amp; more</tspan> end</text>',
  );
  expect(picture).not.toContain('\u001b');
});

test('a picture of a terminal shows a line as it was written last', () => {
  const output = '\rReading 1 of 2\u001b[K\rReading 2 of 2\u001b[K\r\u001b[KDone.\r\nNext\r\n';
  const picture = terminalPicture({ output, columns: 80, title: 'progress' });
  expect(picture).toContain('>Done.</text>');
  expect(picture).not.toContain('Reading');
});

test('no picture in the repository holds the rest of an escape sequence', () => {
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.svg'))) {
    expect(readFileSync(new URL(name, FOLDER), 'utf8')).not.toMatch(/\[\d*[KJm]/);
  }
});
