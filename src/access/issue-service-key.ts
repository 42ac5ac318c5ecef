import { and, gt, isNull, or, sql } from "drizzle-orm";
import type { Refusal } from "../http/index.ts";
import { selectOf, type Database } from "../platform/index.ts";
import { auditIfChanged, doneBy } from "./audit.ts";
import { onlyTenant } from "./claim-tenant.ts";
import { mintCredential } from "./credential.ts";
import { endStatement, hasEnded, refuseEnded } from "./has-ended.ts";
import { hasRoom, MOST_CREDENTIALS, tooManyCredentials } from "./leave-room.ts";
import { PERMISSION_TO_GRANT, type ServiceOperation } from "./permissions.ts";
import type { Person } from "./principal.ts";
import { refuseBeyond } from "./refuse-beyond.ts";
import { refusePast } from "./refuse-past.ts";
import { serviceKeys } from "./tables.ts";

export interface ServiceKeyOrder {
  name: string;
  operations: readonly ServiceOperation[];
  /** Absent: all tenants. */
  tenants?: readonly string[] | undefined;
  expiresAt?: number | undefined;
}

export type IssuedServiceKey = Exclude<Awaited<ReturnType<typeof store>>, Refusal>;

/**
 * Makes a key for a company's own services, which may do no more than the operator who asks. Only
 * operators get here, by the route table.
 */
export async function issueServiceKey(
  db: Database,
  issuer: Person,
  order: ServiceKeyOrder,
  now: number,
): Promise<IssuedServiceKey | Refusal> {
  const beyond = refuseBeyond(
    issuer,
    order.operations.map((operation) => PERMISSION_TO_GRANT[operation]),
  );
  if (beyond !== undefined) return beyond;
  const expiresAt = order.expiresAt ?? null;
  const past = refusePast(expiresAt, now);
  if (past !== undefined) return past;
  return store(db, issuer, order, expiresAt, now);
}

async function store(
  db: Database,
  issuer: Person,
  order: ServiceKeyOrder,
  expiresAt: number | null,
  now: number,
) {
  const { text, id, hash, last4 } = mintCredential("rmp_svc");
  const row = {
    id,
    hash,
    last4,
    name: order.name,
    operations: [...new Set(order.operations)],
    tenants: order.tenants === undefined ? null : [...new Set(order.tenants)],
    createdBy: issuer.subject,
    createdAt: now,
    expiresAt,
    revokedAt: null,
  };
  const alive = or(isNull(serviceKeys.expiresAt), gt(serviceKeys.expiresAt, now));
  const counts = and(isNull(serviceKeys.revokedAt), alive);
  const room = hasRoom(serviceKeys, row.tenants, counts, MOST_CREDENTIALS);
  const detail = { operations: row.operations, tenants: row.tenants ?? undefined };
  const trace = { at: now, ...doneBy(issuer), target: id, detail };
  const tenantId = onlyTenant(row.tenants);
  const [made, , ended] = await db.batch([
    db
      .insert(serviceKeys)
      .select(sql`${selectOf(serviceKeys, row)} where not ${hasEnded(issuer)} and ${room}`)
      .returning({ id: serviceKeys.id }),
    auditIfChanged(db, { ...trace, action: "service_key.issued", tenantId }),
    endStatement(db, issuer),
  ]);
  if (made.length === 0) return refuseEnded(ended) ?? tooManyCredentials();
  return { ...row, key: text };
}
