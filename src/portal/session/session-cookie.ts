import type { Context } from "hono";
import { clearCookie, readCookie, writeCookie } from "../frame/cookie.ts";

const NAME = "sid";
const WEEK_SECONDS = 7 * 24 * 3_600;

export function readSessionCookie(c: Context): string | undefined {
  return readCookie(c, NAME);
}

export function writeSessionCookie(c: Context, secret: string): void {
  writeCookie(c, NAME, secret, WEEK_SECONDS);
}

export function clearSessionCookie(c: Context): void {
  clearCookie(c, NAME);
}
