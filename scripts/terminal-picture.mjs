// Terminal output as a picture: an SVG of text, with the few colours that loom uses, light and dark.
import stringWidth from 'string-width';

const WIDTH = 8.4;
const LINE = 19;
const PAD = 16;

/** SGR codes to class names; what is not here looks like plain text. */
const CLASSES = { 1: 'b', 2: 'd', 31: 'r', 32: 'g', 33: 'y', 34: 'u', 35: 'm', 36: 'c', 90: 'd' };

function escapeMarks(text) {
  return text.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark]);
}

/** The classes that hold after a code. */
function applyCode(classes, code) {
  if (code === 0) return [];
  if (code === 22) return classes.filter((name) => name !== 'b' && name !== 'd');
  if (code === 39) return classes.filter((name) => name === 'b' || name === 'd');
  return CLASSES[code] === undefined ? classes : [...classes, CLASSES[code]];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what terminals are told with.
const SGR = /\u001b\[([0-9;]*)m/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what terminals are told with.
const ERASE_REST = /\u001b\[0?K/g;

/** What is left on a line when a terminal was done with it: what was written from its beginning again takes the place of the rest. */
function lastWriting(line) {
  const writings = line.replace(/\r+$/, '').split('\r');
  return (writings.at(-1) ?? '').replaceAll(ERASE_REST, '');
}

/** Stretches of a line with the classes that hold for them. */
function stretchesOf(line) {
  const parts = line.split(SGR);
  let classes = [];
  return parts.flatMap((part, index) => {
    if (index % 2 === 0) return part === '' ? [] : [{ text: part, classes }];
    classes = part.split(';').map(Number).reduce(applyCode, classes);
    return [];
  });
}

/** Lines as a terminal of so many columns breaks them; coloured ones are left as they are. */
function wrapLines(line, columns) {
  if (SGR.test(line) || line.length <= columns) return [line];
  return line.match(new RegExp(`.{1,${columns}}`, 'gu')) ?? [line];
}

function textOf(line, row) {
  const y = PAD + LINE * (row + 1) - 5;
  const spans = stretchesOf(line).map(({ text, classes }) =>
    classes.length === 0 ? escapeMarks(text) : `<tspan class="${classes.join(' ')}">${escapeMarks(text)}</tspan>`,
  );
  return `<text x="${PAD}" y="${y}" xml:space="preserve">${spans.join('')}</text>`;
}

const STYLE = `.back{fill:#f6f8fa;stroke:#d1d9e0}text{fill:#1f2328;font:14px ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace}
.b{font-weight:700}.d{fill:#59636e}.r{fill:#b3261e}.g{fill:#1a7f37}.y{fill:#7a5200}.u,.c{fill:#0550ae}.m{fill:#8250df}
@media(prefers-color-scheme:dark){.back{fill:#151b23;stroke:#3d444d}text{fill:#e6edf3}.d{fill:#9198a1}.r{fill:#ff7b72}.g{fill:#3fb950}.y{fill:#d29922}.u,.c{fill:#79c0ff}.m{fill:#d2a8ff}}`;

/** The picture of what a terminal shows; `title` is for those who do not see it. */
export function terminalPicture({ output, columns, title }) {
  const lines = output
    .trimEnd()
    .split('\n')
    .map(lastWriting)
    .flatMap((line) => wrapLines(line, columns));
  const plain = lines.map((line) =>
    stretchesOf(line)
      .map(({ text }) => text)
      .join(''),
  );
  const width = Math.ceil(PAD * 2 + WIDTH * Math.max(...plain.map((line) => stringWidth(line))));
  const height = PAD * 2 + LINE * lines.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeMarks(title)}">
<style>${STYLE}</style>
<rect class="back" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
${lines.map(textOf).join('\n')}
</svg>
`;
}
