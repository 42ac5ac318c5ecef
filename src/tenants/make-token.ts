import type * as z from "zod";
import { issueToken, type IssuedToken } from "../access/issue-token.ts";
import type { Person } from "../access/principal.ts";
import { parseMoment } from "../http/contract/index.ts";
import type { Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import type { newToken } from "./credential-schemas.ts";
import { refuseNewCredential } from "./refuse-new-credential.ts";

/** Makes a bearer token for tenants that are open. Its text is given once and stored nowhere. */
export async function makeToken(
  db: Database,
  by: Person,
  { expiresAt, ...order }: z.infer<typeof newToken>,
  now: number,
): Promise<IssuedToken | Refusal> {
  const refused = await refuseNewCredential(db, by, order.tenants);
  if (refused !== undefined) return refused;
  return issueToken(db, by, { ...order, expiresAt: parseMoment(expiresAt) }, now);
}
