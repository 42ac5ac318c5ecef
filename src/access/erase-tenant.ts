import { getTableName, sql, type AnyColumn, type SQL } from "drizzle-orm";
import { eraseRows, type Eraser } from "../platform/index.ts";
import { holdsOthers, holdsTenant, withoutTenant, type Holders } from "./held-tenants.ts";
import { accessTokens, invites, passkeys, people, serviceKeys, sessions } from "./tables.ts";

const isOnlyTheirs = ({ tenants }: Holders, tenantId: string): SQL =>
  sql`${holdsTenant(tenants, tenantId)} and not ${holdsOthers(tenants, tenantId)}`;

/** Whom an earlier version removed has an empty list; the log knows which tenant was the last. */
const isTheirPerson = (tenantId: string): SQL =>
  sql`(${isOnlyTheirs(people, tenantId)} or ${people.tenants} = '[]' and ${people.id} in (
    select target from (select target, tenant_id, max(seq) from audit_log
      where action = 'person.removed' group by target) where tenant_id = ${tenantId}))`;

const ofPeople = (personId: AnyColumn) => (id: string) =>
  sql`${personId} in (select ${people.id} from ${people} where ${isTheirPerson(id)})`;

/** Of people who were removed: their rows, which go, are all that keeps such a token from counting. */
const ofRemoved = (tenantId: string): SQL =>
  sql`${accessTokens.personId} in (select ${people.id} from ${people}
    where ${isTheirPerson(tenantId)} and ${people.disabledAt} is not null)`;

/** Who holds several tenants stays, and does not name this one any more. */
function unname(kind: Eraser["kind"], holders: Holders): Eraser {
  return {
    name: `shared_${getTableName(holders)}`,
    kind,
    erase: async ({ db, tenantId }) => {
      const { tenants } = holders;
      const { meta } = await db.run(sql`update ${holders}
        set tenants = ${withoutTenant(tenants, tenantId)}
        where ${holdsTenant(tenants, tenantId)}`);
      return { gone: meta.changes };
    },
  };
}

/** People come last of all: by them the rest is found. */
export const accessErasers: readonly Eraser[] = [
  eraseRows(
    "credentials",
    accessTokens,
    (id) => sql`(${isOnlyTheirs(accessTokens, id)} or ${ofRemoved(id)})`,
  ),
  unname("credentials", accessTokens),
  eraseRows("credentials", serviceKeys, (id) => isOnlyTheirs(serviceKeys, id)),
  unname("credentials", serviceKeys),
  eraseRows("credentials", sessions, ofPeople(sessions.personId)),
  eraseRows("credentials", invites, ofPeople(invites.personId)),
  eraseRows("credentials", passkeys, ofPeople(passkeys.personId)),
  eraseRows("people", people, isTheirPerson),
  unname("people", people),
];
