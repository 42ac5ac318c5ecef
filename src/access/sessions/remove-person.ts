import { and, sql } from "drizzle-orm";
import { isRefusal, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { auditIfChanged, doneBy } from "../audit.ts";
import type { Person } from "../principal.ts";
import { holdsOthers, holdsTenant, withoutTenant } from "../held-tenants.ts";
import { people } from "../tables.ts";
import {
  findColleague,
  isOfProvider,
  isStill,
  judgeAgain,
  refuseForProvider,
} from "./find-colleague.ts";
import { isNotLastOwner, refuseLastOwner } from "./keep-an-owner.ts";

/**
 * Takes a person out of the tenant. If it was the only one, the person can no longer sign in; the row
 * keeps the tenant, because it is erased with the tenant's data. Refused for a provider's person with
 * several tenants: the provider would give the tenant back.
 */
export async function removePerson(
  db: Database,
  by: Person,
  { tenantId, personId }: { tenantId: string; personId: string },
  now: number,
): Promise<void | Refusal> {
  const row = await findColleague(db, by, tenantId, personId);
  if (isRefusal(row)) return row;
  // The statement itself computes what stays: the person may be leaving another tenant at this
  // moment.
  const others = holdsOthers(people.tenants, tenantId);
  const holds = isOfProvider(personId) ? sql`json_array_length(${people.tenants}) = 1` : undefined;
  const trace = { at: now, ...doneBy(by), tenantId, target: personId };
  const [changed] = await db.batch([
    db
      .update(people)
      .set({
        tenants: sql`iif(${others}, ${withoutTenant(people.tenants, tenantId)}, ${people.tenants})`,
        disabledAt: sql`case when ${others} then null else ${now} end`,
      })
      .where(
        and(
          isStill(row),
          holdsTenant(people.tenants, tenantId),
          holds,
          isNotLastOwner(personId, tenantId),
        ),
      )
      .returning({ id: people.id }),
    auditIfChanged(db, { ...trace, action: "person.removed" }),
  ]);
  if (changed.length === 1) return;
  return judgeAgain(db, by, tenantId, row, {
    anew: () => removePerson(db, by, { tenantId, personId }, now),
    same: ({ tenants }) =>
      isOfProvider(personId) && tenants?.length !== 1 ? refuseForProvider() : refuseLastOwner(),
  });
}
