import type * as z from "zod";
import { issueServiceKey, type IssuedServiceKey } from "../access/issue-service-key.ts";
import type { Person } from "../access/principal.ts";
import { parseMoment } from "../http/contract/index.ts";
import type { Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import type { newServiceKey } from "./credential-schemas.ts";
import { refuseNewServiceKey } from "./refuse-new-credential.ts";

/** Makes a key for a company's own services. Its text is given once and stored nowhere. */
export async function makeServiceKey(
  db: Database,
  by: Person,
  { expiresAt, ...order }: z.infer<typeof newServiceKey>,
  now: number,
): Promise<IssuedServiceKey | Refusal> {
  const refused = await refuseNewServiceKey(db, by, order);
  if (refused !== undefined) return refused;
  return issueServiceKey(db, by, { ...order, expiresAt: parseMoment(expiresAt) }, now);
}
