import { and, sql } from "drizzle-orm";
import { isRefusal, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { auditIfChanged, doneBy } from "../audit.ts";
import { endStatement, hasEnded, refuseEnded } from "../has-ended.ts";
import type { Role } from "../permissions.ts";
import type { Person } from "../principal.ts";
import { people } from "../tables.ts";
import {
  findColleague,
  isOfProvider,
  isOfTeam,
  isStill,
  judgeAgain,
  refuseForProvider,
  refuseRole,
  type Team,
} from "./find-colleague.ts";
import { isNowhereLastOwner, refuseLastOwner } from "./keep-an-owner.ts";

/**
 * Changes a colleague's role. Takes effect everywhere within 15 s, as long as sessions are
 * remembered.
 */
export async function changeRole(
  db: Database,
  by: Person,
  { team, personId, role }: { team: Team; personId: string; role: Role },
  now: number,
): Promise<void | Refusal> {
  const row = await findColleague(db, by, team, personId);
  if (isRefusal(row)) return row;
  const refused = refuseRole(by, role);
  if (refused !== undefined) return refused;
  if (isOfProvider(personId)) return refuseForProvider();
  if (row.role === role) return undefined;
  const stays = role === "owner" ? undefined : isNowhereLastOwner(personId);
  const detail = { from: row.role, to: role };
  const trace = { at: now, ...doneBy(by), tenantId: team, target: personId, detail };
  const [changed, , ended] = await db.batch([
    db
      .update(people)
      .set({ role })
      .where(and(isStill(row), isOfTeam(team), stays, sql`not ${hasEnded(by)}`))
      .returning({ id: people.id }),
    auditIfChanged(db, { ...trace, action: "person.role_changed" }),
    endStatement(db, by),
  ]);
  if (changed.length === 1) return undefined;
  const anew = () => changeRole(db, by, { team, personId, role }, now);
  return refuseEnded(ended) ?? judgeAgain(db, by, team, row, { anew, same: refuseLastOwner });
}
