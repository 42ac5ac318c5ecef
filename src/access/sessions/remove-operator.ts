import { and } from "drizzle-orm";
import { isRefusal, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { auditIfChanged, doneBy } from "../audit.ts";
import type { Person } from "../principal.ts";
import { people } from "../tables.ts";
import { findColleague, isOfTeam, isStill, judgeAgain } from "./find-colleague.ts";
import { isNotLastOperator, refuseLastOperator } from "./keep-an-owner.ts";

/**
 * Removes an operator, who can come in by nothing then. A provider's person stays out too: signing in
 * there brings nobody back who was removed here.
 */
export async function removeOperator(
  db: Database,
  by: Person,
  personId: string,
  now: number,
): Promise<void | Refusal> {
  const row = await findColleague(db, by, null, personId);
  if (isRefusal(row)) return row;
  const trace = { at: now, ...doneBy(by), target: personId, action: "person.removed" };
  const [changed] = await db.batch([
    db
      .update(people)
      .set({ disabledAt: now })
      .where(and(isStill(row), isOfTeam(null), isNotLastOperator(personId)))
      .returning({ id: people.id }),
    auditIfChanged(db, trace),
  ]);
  if (changed.length === 1) return;
  const anew = () => removeOperator(db, by, personId, now);
  return judgeAgain(db, by, null, row, { anew, same: refuseLastOperator });
}
