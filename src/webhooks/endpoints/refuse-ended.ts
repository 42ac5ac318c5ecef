import { endStatement, refuseEnded as refusalOf } from "../../access/has-ended.ts";
import type { Person } from "../../access/principal.ts";
import type { Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";

/** Why nothing was written, where the token or the person behind it has ended meanwhile. */
export async function refuseEnded(db: Database, by: Person): Promise<Refusal | undefined> {
  return refusalOf(await endStatement(db, by));
}
