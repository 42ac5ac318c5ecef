import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

const NAME = "sid";
const WEEK_SECONDS = 7 * 24 * 3_600;

/** `__Host-`: this host only, secure only, every path; a neighbour's subdomain cannot plant one. */
export function readSessionCookie(c: Context): string | undefined {
  return getCookie(c, NAME, "host");
}

export function writeSessionCookie(c: Context, secret: string): void {
  setCookie(c, NAME, secret, {
    prefix: "host",
    path: "/",
    secure: true,
    httpOnly: true,
    sameSite: "Lax",
    maxAge: WEEK_SECONDS,
  });
}

export function clearSessionCookie(c: Context): void {
  deleteCookie(c, NAME, { prefix: "host", path: "/", secure: true });
}
