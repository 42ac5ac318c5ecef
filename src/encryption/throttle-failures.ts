import type { MiddlewareHandler } from "hono";
import { Problem, refuse } from "../http/index.ts";
import type { Rampart } from "../platform/index.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      /** Counts refused credentials per address; its limit and period stand in wrangler.toml. */
      SERVICE_KEY_FAILURES: RateLimit;
    }
  }
}

/** As in wrangler.toml. */
const PERIOD_SECONDS = 60;
const FAILURES: ReadonlySet<string> = new Set([
  "unauthorized",
  "permission_denied",
  "tenant_forbidden",
]);

/**
 * Who keeps trying credentials from one address is soon told nothing any more. A caller with a good
 * key is never refused for what others at his address do.
 */
export const throttleFailures: MiddlewareHandler<Rampart> = async (c, next) => {
  await next();
  const { error } = c.get("call").about;
  if (error === undefined || !FAILURES.has(error)) return;
  const address = c.req.header("cf-connecting-ip");
  if (address === undefined) return;
  const { success } = await c.env.SERVICE_KEY_FAILURES.limit({ key: address });
  if (success) return;
  throw new Problem(
    refuse(429, "too_many_failures", "Too many refused calls from this address.", {
      retryAfterSeconds: PERIOD_SECONDS,
    }),
  );
};
