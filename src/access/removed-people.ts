import { and, eq, isNotNull } from "drizzle-orm";
import { ShortMemory, type Database } from "../platform/index.ts";
import { CREDENTIAL_TTL_MS } from "./credential.ts";
import { people } from "./tables.ts";

const MAX_REMEMBERED = 2_000;

const remembered = new ShortMemory<string, boolean>(CREDENTIAL_TTL_MS, MAX_REMEMBERED);

/** Whether a person was removed here. An issuer of tokens does not know that. */
export async function isRemoved(
  db: Database,
  personId: string,
  now: number,
  fresh: boolean,
): Promise<boolean> {
  if (fresh) remembered.forget(personId);
  return remembered.recall(personId, now, async () => {
    const removed = and(eq(people.id, personId), isNotNull(people.disabledAt));
    return (await db.select({ id: people.id }).from(people).where(removed)).length > 0;
  });
}
