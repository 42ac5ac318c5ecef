import { and, gt, sql } from "drizzle-orm";
import { refuseField, type Refusal } from "../http/index.ts";
import { DAY_MS, selectOf, type Database } from "../platform/index.ts";
import { auditIfChanged, doneBy } from "./audit.ts";
import { onlyTenant, reaches } from "./claim-tenant.ts";
import { mintCredential } from "./credential.ts";
import { endStatement, hasEnded, refuseEnded } from "./has-ended.ts";
import { hasRoom, MOST_CREDENTIALS, tooManyCredentials } from "./leave-room.ts";
import type { Permission } from "./permissions.ts";
import type { Person } from "./principal.ts";
import { beyondReach } from "./refusals.ts";
import { refuseBeyond } from "./refuse-beyond.ts";
import { refuseOutliving } from "./refuse-outliving.ts";
import { keepMaker } from "./sessions/index.ts";
import { accessTokens } from "./tables.ts";
import { tokenEnd } from "./token-end.ts";

export const MAX_TOKEN_DAYS = 366;
const DEFAULT_TOKEN_DAYS = 90;

export interface TokenOrder {
  name: string;
  permissions: readonly Permission[];
  /** Absent: every tenant that the issuer reaches (for an operator, all). */
  tenants?: readonly string[] | undefined;
  expiresAt?: number | undefined;
}

export type IssuedToken = Exclude<Awaited<ReturnType<typeof store>>, Refusal>;

/** Makes a bearer token that can do no more, in no more tenants, than the person who asks. */
export async function issueToken(
  db: Database,
  issuer: Person,
  order: TokenOrder,
  now: number,
): Promise<IssuedToken | Refusal> {
  const beyond = refuseBeyond(issuer, order.permissions);
  if (beyond !== undefined) return beyond;
  if (order.tenants?.some((tenantId) => !reaches(issuer.reach, tenantId)) === true) {
    return beyondReach();
  }
  const { endsAt = Infinity } = issuer;
  const expiresAt = order.expiresAt ?? Math.min(now + DEFAULT_TOKEN_DAYS * DAY_MS, endsAt);
  if (expiresAt <= now || expiresAt > now + MAX_TOKEN_DAYS * DAY_MS) {
    const message = `must lie ahead, by at most ${MAX_TOKEN_DAYS} days`;
    return refuseField("expiresAt", message);
  }
  const outliving = refuseOutliving(issuer, expiresAt);
  if (outliving !== undefined) return outliving;
  return store(db, issuer, order, expiresAt, now);
}

async function store(
  db: Database,
  issuer: Person,
  order: TokenOrder,
  expiresAt: number,
  now: number,
) {
  const { text, id, hash, last4 } = mintCredential("rmp_pat");
  const tenants = order.tenants ?? (issuer.reach === "all" ? null : issuer.reach);
  const row = {
    id,
    hash,
    last4,
    name: order.name,
    permissions: [...new Set(order.permissions)],
    tenants: tenants === null ? null : [...new Set(tenants)],
    createdBy: issuer.subject,
    createdAt: now,
    expiresAt,
    revokedAt: null,
    personId: issuer.personId ?? null,
  };
  const detail = { permissions: row.permissions, tenants: row.tenants ?? undefined };
  const trace = { at: now, ...doneBy(issuer), target: id, detail };
  const counts = and(sql`${tokenEnd} is null`, gt(accessTokens.expiresAt, now));
  const room = hasRoom(accessTokens, row.tenants, counts, MOST_CREDENTIALS);
  const [made, , ended] = await db.batch([
    db
      .insert(accessTokens)
      .select(sql`${selectOf(accessTokens, row)} where not ${hasEnded(issuer)} and ${room}`)
      .returning({ id: accessTokens.id }),
    auditIfChanged(db, { ...trace, action: "token.issued", tenantId: onlyTenant(row.tenants) }),
    endStatement(db, issuer),
    ...keepMaker(db, issuer, now, sql`exists (select 1 from access_tokens where id = ${id})`),
  ]);
  if (made.length === 0) return refuseEnded(ended) ?? tooManyCredentials();
  return { ...row, token: text };
}
