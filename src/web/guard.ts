import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { secureHeaders } from 'hono/secure-headers';
import type { WebSite } from './page.ts';

export const COOKIE = 'loom';

/** Nothing is loaded from elsewhere, nothing inline runs, and no page shows this one inside itself. */
export const headers: MiddlewareHandler = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ["'none'"],
  },
  crossOriginOpenerPolicy: 'same-origin',
  crossOriginResourcePolicy: 'same-origin',
  // Not no-referrer: forms would come without an origin.
  referrerPolicy: 'same-origin',
  xFrameOptions: 'DENY',
  strictTransportSecurity: false,
});

/** A refusal: the same words for every reason and every store. */
function refusal(status: number, why: string): Response {
  const text = `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Refused</title></head><body><main><h1>Refused</h1><p>${why}</p></main></body></html>\n`;
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

const WORDS = {
  host: 'This address is not the one that loom serves.',
  elsewhere: 'Another page asked for this. Open the address that loom serve printed.',
  closed: 'Open the address that loom serve printed. It works once; start loom serve again for a new one.',
  form: 'This form is not of a page that loom serves now. Load the page again.',
} as const;

/** Refuses for a reason. */
export function refuse(why: keyof typeof WORDS): Response {
  return refusal(why === 'host' ? 421 : 403, WORDS[why]);
}

/** Only requests to the very address, whatever name somebody gave it elsewhere; pages of other origins have no say. */
export function ownRequests({ origin, base }: WebSite): MiddlewareHandler {
  return async (c, next) => {
    if (`http://${c.req.header('host')}` !== origin()) return refuse('host');
    const site = c.req.header('sec-fetch-site');
    const from = c.req.header('origin');
    const isOwn = (site === undefined || site === 'same-origin' || site === 'none') && (from ?? origin()) === origin();
    // Whoever brings the token may come from anywhere: it is what lets in.
    if (!isOwn && !(c.req.method === 'GET' && c.req.path === `${base}/enter`)) return refuse('elsewhere');
    return next();
  };
}

/** Only browsers that have exchanged the token; what changes something comes from this origin. */
export function knownBrowsers({ door, origin }: WebSite): MiddlewareHandler {
  return async (c, next) => {
    if (!door.admits(getCookie(c, COOKIE))) return refuse('closed');
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && c.req.header('origin') !== origin())
      return refuse('elsewhere');
    return next();
  };
}
