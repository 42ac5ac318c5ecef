import type { Context } from "hono";
import * as cookies from "hono/cookie";

/**
 * `__Host-`: for this host alone, secure, all paths; another subdomain cannot set such a cookie.
 */
const OURS = { prefix: "host", path: "/", secure: true } as const;

export function readCookie(c: Context, name: string): string | undefined {
  return cookies.getCookie(c, name, OURS.prefix);
}

export function writeCookie(c: Context, name: string, value: string, maxAge: number): void {
  cookies.setCookie(c, name, value, { ...OURS, httpOnly: true, sameSite: "Lax", maxAge });
}

export function clearCookie(c: Context, name: string): void {
  cookies.deleteCookie(c, name, OURS);
}
