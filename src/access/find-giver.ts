import { eq } from "drizzle-orm";
import type { Database } from "../platform/index.ts";
import { findToken } from "./credential-store.ts";
import { personIdOf } from "./oidc/person-id.ts";
import { PERMISSIONS_OF } from "./permissions.ts";
import { personOfToken } from "./person-of-token.ts";
import { OIDC_SUBJECT, PERSON_SUBJECT, TOKEN_SUBJECT, type Person } from "./principal.ts";
import { people } from "./tables.ts";

/** `vouched`: what they may do is known to their identity provider alone. */
export type Giver = Pick<Person, "kind" | "reach" | "permissions"> | "vouched";

/**
 * Who gave an order at that time, as they are now, by one query. Undefined if they were removed or
 * withdrawn since, or their token was revoked; that a token's time is over changes nothing.
 */
export async function findGiver(
  db: Database,
  subject: string,
  gaveAt: number,
): Promise<Giver | undefined> {
  if (subject.startsWith(TOKEN_SUBJECT)) {
    const row = await findToken(db, subject.slice(TOKEN_SUBJECT.length));
    return row && personOfToken(row, gaveAt);
  }
  if (subject.startsWith(PERSON_SUBJECT)) {
    const row = await findRow(db, subject.slice(PERSON_SUBJECT.length));
    if (row === undefined || row.disabledAt !== null || row.withdrawnAt !== null) return undefined;
    const { role, tenants } = row;
    const kind = tenants === null ? "operator" : "member";
    return { kind, reach: tenants ?? "all", permissions: new Set(PERMISSIONS_OF[role]) };
  }
  const id = idOfProvider(subject);
  const row = id === undefined ? undefined : await findRow(db, id);
  const isOut = (row?.disabledAt ?? null) !== null || (row?.withdrawnAt ?? -1) >= gaveAt;
  return isOut ? undefined : "vouched";
}

async function findRow(db: Database, id: string) {
  const [row] = await db.select().from(people).where(eq(people.id, id));
  return row;
}

/** An issuer is an address without a fragment, so the first `#` ends it. */
function idOfProvider(subject: string): string | undefined {
  const cut = subject.indexOf("#");
  if (!subject.startsWith(OIDC_SUBJECT) || cut === -1) return undefined;
  return personIdOf(subject.slice(OIDC_SUBJECT.length, cut), subject.slice(cut + 1));
}
