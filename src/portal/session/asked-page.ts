import type { Context } from "hono";
import { clearCookie, readCookie, writeCookie } from "../frame/cookie.ts";
import { localPath } from "../frame/local-path.ts";

const NAME = "asked";
/** Time to sign in by any way; after that nobody expects the old page. */
const LIFE_SECONDS = 30 * 60;
/** The longest addresses are searches; in a cookie each character may take three. */
const MAX_LENGTH = 1_000;
const FIRST_PAGE = "/portal";

/**
 * Remembers the page that was asked for before signing in. It ignores forms, and files: the browser
 * would save the file and stay on the sign-in page.
 */
export function keepAskedPage(c: Context): void {
  const { pathname, search } = new URL(c.req.url);
  if (c.req.method !== "GET" || pathname.endsWith(".csv")) return;
  const path = pathname + search;
  if (path.length > MAX_LENGTH) clearCookie(c, NAME);
  else writeCookie(c, NAME, path, LIFE_SECONDS);
}

/** Returns the remembered page and forgets it; the first page if none is remembered. */
export function takeAskedPage(c: Context): string {
  const path = readCookie(c, NAME);
  if (path === undefined) return FIRST_PAGE;
  forgetAskedPage(c);
  return path.length > MAX_LENGTH ? FIRST_PAGE : localPath(path);
}

/** Forgets the page, because the next reader of this browser may be somebody else. */
export function forgetAskedPage(c: Context): void {
  clearCookie(c, NAME);
}
