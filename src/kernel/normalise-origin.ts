const LONGEST = 512;
/** Hosts whose paths name one repository in any case of letters. */
const CASELESS_HOSTS: ReadonlySet<string> = new Set(['github.com', 'gitlab.com', 'bitbucket.org']);
const HOST_ALIASES: ReadonlyMap<string, string> = new Map([
  ['ssh.github.com', 'github.com'],
  ['www.github.com', 'github.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
]);
const SCP_LIKE = /^(?:[^@/\\]+@)?(\[[^\]]+\]|[^:/\\@[\]]{2,}):(?!\/\/)(.+)$/;
const WEB_PORTS: ReadonlyMap<string, string> = new Map([
  ['http:', '80'],
  ['https:', '443'],
]);

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007f');
}

function tidyPath(path: string): string {
  const bare = path.split(/[?#]/, 1)[0] ?? '';
  const segments = bare.split('/').filter((segment) => segment !== '');
  return segments.join('/').replace(/\.git$/, '');
}

function joinHost(host: string, path: string): string | undefined {
  const lower = host.toLowerCase();
  const name = HOST_ALIASES.get(lower) ?? lower;
  const tidy = tidyPath(path);
  if (name === '' || tidy === '') return undefined;
  return `${name}/${CASELESS_HOSTS.has(name) ? tidy.toLowerCase() : tidy}`;
}

function normaliseUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol === 'file:') return normaliseLocal(url.pathname);
  // The port of ssh says nothing about the repository; one of the web may be another server.
  const port =
    WEB_PORTS.has(url.protocol) && url.port !== '' && url.port !== WEB_PORTS.get(url.protocol) ? `:${url.port}` : '';
  return joinHost(`${url.hostname}${port}`, url.pathname);
}

function normaliseLocal(path: string): string | undefined {
  const tidy = tidyPath(path);
  if (tidy === '') return undefined;
  return path.startsWith('/') ? `/${tidy}` : tidy;
}

/**
 * One form for every way to write a remote: no scheme, user, password, token, query, default port or `.git`; the
 * scp-like, ssh and https forms of one repository are equal. `undefined` for what cannot be compared.
 */
export function normaliseOrigin(url: string): string | undefined {
  const text = url.trim();
  if (text === '' || text.length > LONGEST || hasControlCharacter(text)) return undefined;
  // Transport helpers (`ext::`) carry commands, not names.
  if (/^[A-Za-z0-9+.-]+::/.test(text)) return undefined;
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text)) return normaliseUrl(text);
  if (/^[A-Za-z]:[\\/]/.test(text)) return normaliseLocal(text.replaceAll('\\', '/').toLowerCase());
  if (text.startsWith('/')) return normaliseLocal(text);
  const scp = SCP_LIKE.exec(text);
  return scp === null || scp[1] === undefined || scp[2] === undefined ? undefined : joinHost(scp[1], scp[2]);
}
