import type { MiddlewareHandler } from "hono";

const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");
const PERMISSIONS_POLICY =
  "publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), microphone=(), geolocation=()";

/** What a browser may do with a page of the portal, error pages included. */
export const pageHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("content-security-policy", CONTENT_POLICY);
  c.header("permissions-policy", PERMISSIONS_POLICY);
};
