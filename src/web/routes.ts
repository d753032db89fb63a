import { comparePage } from './compare-page.ts';
import { FINAL_ACTION_ROUTES } from './final-actions.ts';
import { FORK_ROUTES } from './fork-action.ts';
import { MEMORY_ACTION_ROUTES } from './memory-actions.ts';
import { memoryPage, recordPage, reviewPage } from './memory-page.ts';
import { overviewPage } from './overview-page.ts';
import type { PageRoute } from './page.ts';
import { REPLACE_MEMORY_ROUTES } from './replace-memory.ts';
import { resumePage } from './resume-page.ts';
import { aroundPage, itemPage, searchPage } from './search-page.ts';
import { SESSION_ACTION_ROUTES } from './session-actions.ts';
import { sessionPage } from './session-page.ts';
import { branchesPage, filesPage, timelinePage, usagePage } from './session-parts.ts';
import { sessionsPage } from './sessions-page.ts';
import { UNDO_ROUTES } from './undo-action.ts';

/** Every address and what it answers. */
export const ROUTES: readonly PageRoute[] = [
  { method: 'GET', path: '/', answer: overviewPage },
  { method: 'GET', path: '/sessions', answer: sessionsPage },
  { method: 'GET', path: '/sessions/:id', answer: sessionPage },
  { method: 'GET', path: '/sessions/:id/timeline', answer: timelinePage },
  { method: 'GET', path: '/sessions/:id/files', answer: filesPage },
  { method: 'GET', path: '/sessions/:id/usage', answer: usagePage },
  { method: 'GET', path: '/sessions/:id/branches', answer: branchesPage },
  { method: 'GET', path: '/sessions/:id/resume', answer: resumePage },
  ...SESSION_ACTION_ROUTES,
  ...FORK_ROUTES,
  { method: 'GET', path: '/search', answer: searchPage },
  { method: 'GET', path: '/items/:id', answer: itemPage },
  { method: 'GET', path: '/items/:id/around', answer: aroundPage },
  { method: 'GET', path: '/compare', answer: comparePage },
  { method: 'GET', path: '/memory', answer: memoryPage },
  { method: 'GET', path: '/memory/review', answer: reviewPage },
  { method: 'GET', path: '/memory/:id', answer: recordPage },
  ...MEMORY_ACTION_ROUTES,
  ...REPLACE_MEMORY_ROUTES,
  ...FINAL_ACTION_ROUTES,
  ...UNDO_ROUTES,
];
