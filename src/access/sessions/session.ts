import { and, eq, isNull, sql } from "drizzle-orm";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  sha256,
  ShortMemory,
  type Database,
} from "../../platform/index.ts";
import { auditIfChanged, byPerson } from "../audit.ts";
import { CREDENTIAL_TTL_MS } from "../credential.ts";
import { hasStanding, standingOf } from "../erased-tenants.ts";
import { PERMISSIONS_OF, type Role } from "../permissions.ts";
import { PERSON_SUBJECT, type Person } from "../principal.ts";
import { people, sessions } from "../tables.ts";

export const IDLE_MS = 8 * HOUR_MS;
export const ABSOLUTE_MS = 7 * DAY_MS;
const MAX_REMEMBERED = 2_000;
/** A visit moves `seenAt` at most this often, so that not every click writes to the database. */
const SEEN_STEP_MS = 5 * MINUTE_MS;

export interface SignedIn extends Person {
  personId: string;
  name: string;
  role: Role;
  /** When the session began. */
  startedAt: number;
  /** When a passkey last proved the person in this session. */
  provenAt: number | null;
  passkeys: number;
}

type Found = Awaited<ReturnType<typeof find>>;

const remembered = new ShortMemory<string, Found>(CREDENTIAL_TTL_MS, MAX_REMEMBERED);

/** The person of the session with this secret (the cookie), if the session is alive. */
export async function recallSession(
  db: Database,
  secret: string,
  now: number,
  { fresh = false } = {},
): Promise<SignedIn | undefined> {
  const hash = sha256(secret);
  if (fresh) remembered.forget(hash);
  const found = await remembered.recall(hash, now, () => find(db, hash));
  if (found === undefined || found.seenAt <= now - IDLE_MS) return undefined;
  if (found.createdAt <= now - ABSOLUTE_MS) return undefined;
  if (found.seenAt <= now - SEEN_STEP_MS) {
    await db.update(sessions).set({ seenAt: now }).where(eq(sessions.hash, hash));
    remembered.forget(hash);
  }
  const { personId, name, role, tenants } = found;
  return {
    kind: tenants === null ? "operator" : "member",
    subject: `${PERSON_SUBJECT}${personId}`,
    reach: tenants ?? "all",
    permissions: new Set(PERMISSIONS_OF[role]),
    personId,
    name,
    role,
    startedAt: found.createdAt,
    provenAt: found.provenAt,
    passkeys: found.passkeys,
  };
}

/** Notes that a passkey has just proved the person. */
export async function proveSession(db: Database, secret: string, now: number): Promise<void> {
  const hash = sha256(secret);
  await db.update(sessions).set({ provenAt: now }).where(eq(sessions.hash, hash));
  remembered.forget(hash);
}

/** Ends a session and gives the id of its person, even if it had ended before. */
export async function endSession(
  db: Database,
  secret: string,
  now: number,
): Promise<string | undefined> {
  const hash = sha256(secret);
  const { personId, endedAt } = sessions;
  const own = eq(sessions.hash, hash);
  const [found] = await db.select({ personId, endedAt }).from(sessions).where(own);
  if (found?.endedAt === null) {
    const trace = { at: now, ...byPerson(found.personId), action: "session.ended" };
    const end = db
      .update(sessions)
      .set({ endedAt: now })
      .where(and(own, isNull(endedAt)));
    await db.batch([end, auditIfChanged(db, trace)]);
  }
  remembered.forget(hash);
  return found?.personId;
}

/** Makes this isolate ask the database again; others do so within the time that they remember. */
export function forgetSession(hash: string): void {
  remembered.forget(hash);
}

async function find(db: Database, hash: string) {
  const [found] = await db
    .select({
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
      provenAt: sessions.provenAt,
      passkeys: sql<number>`(select count(*) from passkeys p where p.person_id = ${people.id})`,
      personId: people.id,
      name: people.name,
      role: people.role,
      tenants: standingOf(people),
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(
      and(
        eq(sessions.hash, hash),
        isNull(sessions.endedAt),
        isNull(people.disabledAt),
        isNull(people.withdrawnAt),
        hasStanding(people),
      ),
    );
  return found;
}
