import type { Context } from "hono";
import type { IssuedCertificate } from "../certificates/issuer.ts";
import { certificatesOf } from "../certificates/open-issuer.ts";
import { failureOf } from "../http/index.ts";
import type { Platform, Rampart } from "../platform/index.ts";

/**
 * Revokes certificates at their issuer; true if all are revoked. Our own record refuses them already,
 * so this is not urgent.
 */
export async function revokeAtIssuer(
  env: Cloudflare.Env,
  { log }: Pick<Platform, "log">,
  references: readonly string[],
): Promise<boolean> {
  const { issuer } = certificatesOf(env);
  const revoked = references.map((reference) =>
    issuer.revoke(reference).catch((error: unknown) => {
      log({ level: "warn", event: "certificate_not_revoked", reference, reason: failureOf(error) });
      return false;
    }),
  );
  return (await Promise.all(revoked)).every(Boolean);
}

/** Revokes a certificate that no record keeps, because nobody could do so later. */
export function revokeUnkept(c: Context<Rampart>, { reference }: IssuedCertificate): void {
  if (reference === null) return;
  c.executionCtx.waitUntil(revokeAtIssuer(c.env, c.get("platform"), [reference]));
}
