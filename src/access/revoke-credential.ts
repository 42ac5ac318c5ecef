import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { noSuch, type Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import { auditEach, doneBy } from "./audit.ts";
import { reaches } from "./claim-tenant.ts";
import { PERSON_SUBJECT, TOKEN_SUBJECT, type Person, type Reach } from "./principal.ts";
import { accessTokens, serviceKeys } from "./tables.ts";

type Found = { tenants: string[] | null; personId: string | null };

/** Which credential is to end. */
interface Ended {
  kind: "token" | "service_key";
  id: string;
  /** The arguments of the list that a page shows: it ends only what it lists. */
  listed?: Listed;
}

interface Listed {
  reach: Reach;
  personId?: string;
}

const TABLES = { token: accessTokens, service_key: serviceKeys };

/**
 * Ends a credential for good. With a token also all tokens that were made with it, because a thief
 * may have made some. Isolates that remember one forget it within `CREDENTIAL_TTL_MS`.
 */
export async function revokeCredential(
  db: Database,
  by: Person,
  { kind, id, listed = { reach: "all" } }: Ended,
  now: number,
): Promise<void | Refusal> {
  const table = TABLES[kind];
  const personId = kind === "token" ? accessTokens.personId : sql<null>`null`;
  const [row] = await db
    .select({ tenants: table.tenants, personId })
    .from(table)
    .where(eq(table.id, id));
  if (row === undefined || !mayEnd(by, row) || !isIn(listed, row)) {
    return noSuch(kind.replace("_", " "));
  }
  const falls = kind === "token" ? sql`${table.id} in ${madeWith(id)}` : eq(table.id, id);
  const where = and(falls, isNull(table.revokedAt));
  const tenantId = sql`iif(json_array_length(tenants) = 1, tenants ->> 0, null)`;
  const detail = sql`iif(id = ${id}, null, json_object('madeWith', ${id}))`;
  const line = { action: `${kind}.revoked`, tenantId, target: sql`id`, detail };
  await db.batch([
    auditEach(db, { at: now, ...doneBy(by), ...line }, sql`${table} where ${where}`),
    db.update(table).set({ revokedAt: now }).where(where),
  ]);
}

/** The ids of the token, of tokens made with it, of those made with these, and so on. */
function madeWith(id: string): SQL {
  return sql`(with recursive line(id) as (select ${id} union
    select made.id from access_tokens made
      join line on made.created_by = ${TOKEN_SUBJECT} || line.id) select id from line)`;
}

/**
 * Whether `by` may end it: a caller who reaches all its tenants, or its owner in a session, who may
 * have left one of them. (An owner's token has another subject, and may reach less.)
 */
function mayEnd(by: Person, { tenants, personId }: Found): boolean {
  if (by.subject === `${PERSON_SUBJECT}${personId}`) return true;
  return isWithin(by.reach, tenants);
}

function isIn({ reach, personId }: Listed, found: Found): boolean {
  return isWithin(reach, found.tenants) && (personId === undefined || personId === found.personId);
}

function isWithin(reach: Reach, tenants: Found["tenants"]): boolean {
  if (tenants === null) return reach === "all";
  return tenants.every((tenantId) => reaches(reach, tenantId));
}
