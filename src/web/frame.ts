import { commandLine } from './command-line.ts';
import type { Told } from './door.ts';
import { html, type Markup } from './markup.ts';

const PLACES = [
  ['/', 'Overview'],
  ['/sessions', 'Sessions'],
  ['/search', 'Search'],
  ['/memory', 'Memory'],
  ['/compare', 'Compare'],
] as const;

/** What stands around a page. */
export interface Frame {
  readonly title: string;
  /** Path of the page, without the beginning that all share. */
  readonly path: string;
  readonly told: Told | null;
  /** The scope that links keep; empty for the usual one. */
  readonly project: string;
  readonly version: string;
  readonly link: (path: string) => string;
}

function isAt(path: string, place: string): boolean {
  return place === '/' ? path === '/' : path === place || path.startsWith(`${place}/`);
}

function navigation({ path, link, project }: Frame): Markup {
  const rest = project === '' ? '' : `?project=${encodeURIComponent(project)}`;
  const links = PLACES.map(
    ([place, name]) =>
      html`<a href="${link(place)}${rest}"${isAt(path, place) ? html` aria-current="page"` : ''}>${name}</a>\n`,
  );
  return html`<nav aria-label="Main">${links}</nav>`;
}

function tell({ told, link }: Frame): Markup | null {
  if (told === null) return null;
  const undo = told.undo === undefined ? null : html` <a href="${link(`/undo/${told.undo}`)}">Undo</a>`;
  const command = told.command === undefined ? null : commandLine(told.command);
  return html`<div class="told" role="status">${told.text}${command}${undo}</div>\n`;
}

/** A whole page. */
export function framePage(frame: Frame, body: Markup): string {
  const { title, link, project, version } = frame;
  const kept = project === '' ? null : html`<input type="hidden" name="project" value="${project}">`;
  const main = html`<main id="main" tabindex="-1">${tell(frame)}${body}</main>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · loom</title>
<link rel="stylesheet" href="${link('/assets/loom.css')}">
<script src="${link('/assets/loom.js')}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>${navigation(frame)}<form role="search" action="${link('/search')}">${kept}<input id="search" type="search" name="q" aria-label="Search what was said and done"><button>Search</button></form></header>
${main}
<footer>loom ${version}. Kept on this machine; nothing is sent anywhere. Keys: / searches, j and k go through a list, e opens or folds a conversation.</footer>
</body>
</html>
`.text;
}
