import { getTableName, sql, type AnyColumn, type SQL } from "drizzle-orm";
import { eraseRows, type Eraser } from "../platform/index.ts";
import { holdsOthers, holdsTenant, withoutTenant, type Holders } from "./held-tenants.ts";
import { accessTokens, invites, passkeys, people, serviceKeys, sessions } from "./tables.ts";

const isOnlyTheirs = ({ tenants }: Holders, tenantId: string): SQL =>
  sql`${holdsTenant(tenants, tenantId)} and not ${holdsOthers(tenants, tenantId)}`;

/**
 * People of this tenant alone. An earlier version left an empty list when it removed a person; the
 * audit log knows which tenant was the last.
 */
const isTheirPerson = (tenantId: string): SQL =>
  sql`(${isOnlyTheirs(people, tenantId)} or ${people.tenants} = '[]' and ${people.id} in (
    select target from (select target, tenant_id, max(seq) from audit_log
      where action = 'person.removed' group by target) where tenant_id = ${tenantId}))`;

const ofPeople = (personId: AnyColumn) => (id: string) =>
  sql`${personId} in (select ${people.id} from ${people} where ${isTheirPerson(id)})`;

/**
 * Tokens of people who were removed. The token does not count only because the person's row says so,
 * and that row is about to be deleted.
 */
const ofRemoved = (tenantId: string): SQL =>
  sql`${accessTokens.personId} in (select ${people.id} from ${people}
    where ${isTheirPerson(tenantId)} and ${people.disabledAt} is not null)`;

/** Takes the tenant out of the lists of holders that have others too; these holders stay. */
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

/** People come last, because the other rows are found by them. */
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
