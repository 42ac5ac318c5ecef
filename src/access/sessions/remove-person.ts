import { and } from "drizzle-orm";
import { isRefusal, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { recordAudit } from "../audit.ts";
import type { Person } from "../principal.ts";
import { people } from "../tables.ts";
import { anotherOwner, findColleague, lastOwner, same } from "./find-colleague.ts";

/** Takes somebody out of the tenant; out of the last one, he can sign in no more. */
export async function removePerson(
  db: Database,
  by: Person,
  { tenantId, personId }: { tenantId: string; personId: string },
  now: number,
): Promise<void | Refusal> {
  const row = await findColleague(db, by, tenantId, personId);
  if (isRefusal(row)) return row;
  const tenants = row.tenants?.filter((id) => id !== tenantId) ?? [];
  const changed = await db
    .update(people)
    .set({ tenants, disabledAt: tenants.length === 0 ? now : null })
    .where(and(same(personId), anotherOwner(tenantId, personId)))
    .returning({ id: people.id });
  if (changed.length === 0) return lastOwner();
  const trace = { at: now, actor: by.subject, tenantId, target: personId };
  await recordAudit(db, { ...trace, action: "person.removed" });
}
