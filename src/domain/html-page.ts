import { htmlLine } from './html-text.ts';

/** Nothing is loaded, run or sent, whatever the page says; only the style in it counts. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** How conversations look. Light and dark follow the reader's system; long lines of any script wrap instead of widening the page. */
export const CONVERSATION_STYLE = `:root{color-scheme:light dark;--back:#fff;--text:#1f2328;--dim:#59636e;--line:#d1d9e0;--soft:#f6f8fa;--you:#0969da;--error:#b3261e}
@media(prefers-color-scheme:dark){:root{--back:#0d1117;--text:#e6edf3;--dim:#9198a1;--line:#3d444d;--soft:#151b23;--you:#58a6ff;--error:#ff7b72}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.4rem;margin:.2rem 0 .6rem}
h1,.text,summary,dd,a{overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.1rem .8rem;margin:0 0 1.5rem;color:var(--dim);font-size:.9rem}
dd{margin:0}
article>section{border-top:1px solid var(--line);padding:.7rem 0}
article>section>header{display:flex;flex-wrap:wrap;gap:.1rem .6rem;align-items:baseline;font-size:.85rem;color:var(--dim)}
article>section>header b{color:var(--text)}
article>.prompt{border-left:3px solid var(--you);padding-left:.8rem}
article>.prompt>header b{color:var(--you)}
.aside{color:var(--dim)}
.text{white-space:pre-wrap;margin:.4rem 0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--soft);border:1px solid var(--line);border-radius:6px;padding:.6rem .8rem;margin:.4rem 0;font:13px/1.45 ui-monospace,monospace;tab-size:4}
details{margin:.4rem 0}
summary{cursor:pointer;color:var(--dim);font-size:.9rem}
summary code{color:var(--text)}
.error>summary{color:var(--error)}
a{color:var(--you)}
@media print{body{font-size:11pt}}`;

/** A page with nothing around its conversations. */
const PAGE_STYLE = `${CONVERSATION_STYLE}
body{margin:0 auto;max-width:54rem;padding:1.5rem 1rem 4rem}
article+article{border-top:3px double var(--line);margin-top:3rem;padding-top:1rem}
@media print{body{max-width:none}}`;

/** The beginning of a page that needs nothing but itself. */
export function htmlPageStart(title: string): string {
  return [
    '<!doctype html>',
    '<html lang="und">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${htmlLine(title)}</title>`,
    `<style>\n${PAGE_STYLE}\n</style>`,
    '</head>',
    '<body>',
    '',
  ].join('\n');
}

/** The end of such a page. */
export const HTML_PAGE_END = '</body>\n</html>\n';
