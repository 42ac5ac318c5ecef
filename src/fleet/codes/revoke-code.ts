import { doneBy } from "../../access/audit.ts";
import { reaches } from "../../access/claim-tenant.ts";
import type { Person } from "../../access/principal.ts";
import { noSuch, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { endCode, findCode } from "./code-store.ts";
import { forgetCode } from "./open-code.ts";

export async function revokeCode(
  db: Database,
  by: Person,
  id: string,
  now: number,
): Promise<void | Refusal> {
  const row = await findCode(db, id);
  if (row === undefined || !reaches(by.reach, row.tenantId)) {
    return noSuch("enrollment code");
  }
  const action = "enrollment_code.revoked";
  const { tenantId } = row;
  await endCode(db, id, { at: now, ...doneBy(by), action, tenantId, target: id });
  forgetCode(id);
}
