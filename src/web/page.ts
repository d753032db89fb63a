import type { AppContext } from '../app/context.ts';
import type { SessionScope } from '../app/list-sessions.ts';
import type { Door, Told } from './door.ts';
import type { Markup } from './markup.ts';
import type { WebHost } from './web-host.ts';

/** One request, with the store opened for it. */
export interface PageCall {
  readonly app: AppContext;
  readonly host: WebHost;
  /** What stands in the path, by name; the empty text when it is not there. */
  readonly path: (name: string) => string;
  readonly query: URLSearchParams;
  /** What was sent; empty for a page that is only read. */
  readonly form: URLSearchParams;
  readonly formToken: string;
  readonly scope: SessionScope;
  /** The scope as an address says it; empty for the one that pages start with. */
  readonly project: string;
  /** An address of this server. */
  readonly link: (path: string) => string;
}

/** What a request comes to. */
export type PageAnswer =
  | { readonly kind: 'page'; readonly title: string; readonly body: Markup; readonly status?: 200 | 404 }
  | { readonly kind: 'done'; readonly told: Told; readonly next: string }
  | { readonly kind: 'file'; readonly name: string; readonly body: string };

/** What one address answers. */
export interface PageRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The store is made when there is none. */
  readonly write?: true;
  readonly answer: (call: PageCall) => PageAnswer | Promise<PageAnswer>;
}

/** What all requests of one server share. */
export interface WebSite {
  readonly host: WebHost;
  readonly door: Door;
  /** `http://127.0.0.1:PORT` */
  readonly origin: () => string;
  /** The beginning of every path, without a slash at its end; it cannot be guessed from outside. */
  readonly base: string;
}

/** A page. */
export function page(title: string, body: Markup): PageAnswer {
  return { kind: 'page', title, body };
}
