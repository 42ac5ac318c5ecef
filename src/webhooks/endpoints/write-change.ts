import { auditIfDiffers, doneBy } from "../../access/audit.ts";
import { noSuch, type Refusal } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import { webhookEndpoints } from "../tables.ts";
import type { EndpointCall } from "./endpoint-call.ts";
import { asExpected, changeStatement, type EndpointRow, type Expected } from "./store.ts";

/** Writes a change and its line in the audit log, in one transaction. */
export async function writeChange(
  { env, platform, by, tenantId, id }: EndpointCall,
  action: string,
  change: Partial<EndpointRow>,
  expected: Expected,
): Promise<EndpointRow | Refusal> {
  const db = database(env);
  const now = platform.now();
  // The host alone, as for a new endpoint: the path is often a secret of the receiver.
  const host = change.url && new URL(change.url).host;
  const detail = { fields: Object.keys(change), host };
  const trace = { at: now, ...doneBy(by), tenantId, target: id, detail };
  const where = asExpected(tenantId, id, expected);
  const [, [row]] = await db.batch([
    auditIfDiffers(db, { ...trace, action }, webhookEndpoints, where, change),
    changeStatement(db, tenantId, id, { ...change, updatedAt: now }, expected),
  ]);
  return row ?? noSuch("endpoint");
}
