import { endStatement } from "../../access/has-ended.ts";
import type { Person } from "../../access/principal.ts";
import { invalidBearer } from "../../access/refusals.ts";
import type { Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";

/** Why nothing was written, where the token or the person behind it has ended meanwhile. */
export async function refuseEnded(db: Database, by: Person): Promise<Refusal | undefined> {
  const [found] = await endStatement(db, by);
  return found?.ended === 1 ? invalidBearer() : undefined;
}
