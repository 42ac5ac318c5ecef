import type { Context } from "hono";
import * as cookies from "hono/cookie";

/** `__Host-`: this host only, secure only, every path; a neighbour's subdomain cannot plant one. */
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
