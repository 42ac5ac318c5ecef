import type { Context } from "hono";
import type { IssuedCertificate } from "../certificates/issuer.ts";
import { certificatesOf } from "../certificates/open-issuer.ts";
import { failureOf } from "../http/index.ts";
import type { Rampart } from "../platform/index.ts";

/** Our own record refuses these certificates already, so nobody waits. True when all are revoked. */
export async function revokeAtIssuer(
  c: Context<Rampart>,
  references: readonly string[],
): Promise<boolean> {
  const { issuer } = certificatesOf(c.env);
  const { log } = c.get("platform");
  const revoked = references.map((reference) =>
    issuer.revoke(reference).catch((error: unknown) => {
      log({ level: "warn", event: "certificate_not_revoked", reference, reason: failureOf(error) });
      return false;
    }),
  );
  return (await Promise.all(revoked)).every(Boolean);
}

/** For a certificate that no record keeps: nobody could revoke it later. */
export function revokeUnkept(c: Context<Rampart>, { reference }: IssuedCertificate): void {
  if (reference !== null) c.executionCtx.waitUntil(revokeAtIssuer(c, [reference]));
}
