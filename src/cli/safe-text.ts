// Everything that came from a transcript, a file name or another tool passes here before a person sees it.
import { makeBlockVisible, makeLineVisible } from '../kernel/visible-text.ts';

/** Makes untrusted text safe and puts it on one line: line breaks and tabs become single spaces. */
export const safeLine = makeLineVisible;

/** Makes untrusted text safe and keeps line feeds and tabs; CRLF becomes LF. */
export const safeBlock = makeBlockVisible;
