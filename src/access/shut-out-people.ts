import { eq } from "drizzle-orm";
import { ShortMemory, type Database } from "../platform/index.ts";
import { CREDENTIAL_TTL_MS } from "./credential.ts";
import type { Person } from "./principal.ts";
import { people } from "./tables.ts";

const MAX_REMEMBERED = 2_000;

type Ends = Partial<Pick<typeof people.$inferSelect, "disabledAt" | "withdrawnAt">>;

const remembered = new ShortMemory<string, Ends>(CREDENTIAL_TTL_MS, MAX_REMEMBERED);

/**
 * Whether a person was removed here, or withdrawn since the provider's token was issued: the token
 * itself does not know that.
 */
export async function isShutOut(
  db: Database,
  { personId, vouchedAt = 0 }: { personId: string } & Pick<Person, "vouchedAt">,
  now: number,
  fresh: boolean,
): Promise<boolean> {
  if (fresh) remembered.forget(personId);
  const { disabledAt, withdrawnAt } = await remembered.recall(personId, now, () =>
    endsOf(db, personId),
  );
  return (disabledAt ?? null) !== null || (withdrawnAt ?? -1) >= vouchedAt;
}

async function endsOf(db: Database, personId: string): Promise<Ends> {
  const { disabledAt, withdrawnAt } = people;
  const rows = db.select({ disabledAt, withdrawnAt }).from(people).where(eq(people.id, personId));
  return (await rows)[0] ?? {};
}
