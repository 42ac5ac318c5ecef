import type { Context } from "hono";
import { clearCookie, readCookie, writeCookie } from "../frame/cookie.ts";
import { localPath } from "../frame/local-path.ts";

const NAME = "asked";
/** Time to sign in by any way; later on nobody expects to land there. */
const LIFE_SECONDS = 30 * 60;
/** Our longest addresses are searches; written as a cookie each character may take three. */
const MAX_LENGTH = 1_000;
const FIRST_PAGE = "/portal";

/**
 * Remembers the page that somebody asked for before he had signed in. What a form sends is none, nor
 * is a file: a browser that is led to one stays where it is, which would be the sign-in.
 */
export function keepAskedPage(c: Context): void {
  const { pathname, search } = new URL(c.req.url);
  if (c.req.method !== "GET" || pathname.endsWith(".csv")) return;
  const path = pathname + search;
  if (path.length > MAX_LENGTH) clearCookie(c, NAME);
  else writeCookie(c, NAME, path, LIFE_SECONDS);
}

/** The page that he asked for, once; the first page where none is known. */
export function takeAskedPage(c: Context): string {
  const path = readCookie(c, NAME);
  if (path === undefined) return FIRST_PAGE;
  forgetAskedPage(c);
  return path.length > MAX_LENGTH ? FIRST_PAGE : localPath(path);
}

/** The next reader of this browser may be another one. */
export function forgetAskedPage(c: Context): void {
  clearCookie(c, NAME);
}
