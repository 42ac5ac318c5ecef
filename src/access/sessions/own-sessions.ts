import { and, desc, eq, gt, isNull, ne, sql, type SQL } from "drizzle-orm";
import { isRefusal, noSuch, type Refusal } from "../../http/index.ts";
import { sha256, type Database } from "../../platform/index.ts";
import { auditEach, byPerson, doneBy, type EntryOfChange } from "../audit.ts";
import type { Person } from "../principal.ts";
import { sessions } from "../tables.ts";
import { findColleague, type Team } from "./find-colleague.ts";
import { ABSOLUTE_MS, forgetSession, IDLE_MS } from "./session.ts";

export const MAX_SESSIONS_LISTED = 50;
const ID_LENGTH = 24;

export interface OpenSession {
  /** The session's id for its person: made from the stored hash, which it does not reveal. */
  id: string;
  startedAt: number;
  seenAt: number;
  /**
   * When a passkey last proved the person; null if none did (the session began by a link or a
   * provider).
   */
  provenAt: number | null;
  /** Whether it is the session that asks. */
  isThis: boolean;
}

/** A person, and the secret of the session that asks. */
export interface SessionHolder {
  personId: string;
  secret: string;
}

/** A person's newest open sessions. */
export async function listSessions(
  db: Database,
  { personId, secret }: SessionHolder,
  now: number,
): Promise<OpenSession[]> {
  const own = sha256(secret);
  const rows = await newest(db, personId, now);
  return rows.map(({ hash, createdAt, seenAt, provenAt }) => ({
    id: idOf(hash),
    startedAt: createdAt,
    seenAt,
    provenAt,
    isThis: hash === own,
  }));
}

/** Ends one of a person's own sessions. */
export async function endOneSession(
  db: Database,
  personId: string,
  id: string,
  now: number,
): Promise<void | Refusal> {
  return endNamed(db, personId, id, ownTrace(personId, now));
}

/** Ends one of a colleague's sessions; the other sessions and the passkeys stay. */
export async function endColleaguesSession(
  db: Database,
  by: Person,
  { team, personId, sessionId }: { team: Team; personId: string; sessionId: string },
  now: number,
): Promise<void | Refusal> {
  const row = await findColleague(db, by, team, personId);
  if (isRefusal(row)) return row;
  const detail = sql`json_object('startedAt', ${began})`;
  const trace = { at: now, ...doneBy(by), tenantId: team, target: personId, detail };
  return endNamed(db, personId, sessionId, trace);
}

async function endNamed(
  db: Database,
  personId: string,
  id: string,
  trace: Trace,
): Promise<void | Refusal> {
  const found = (await newest(db, personId, trace.at)).find(({ hash }) => idOf(hash) === id);
  const ended =
    found === undefined ? 0 : await endEach(db, personId, eq(sessions.hash, found.hash), trace);
  if (ended === 0) return noSuch("session");
}

/** Ends all of a person's sessions except the one that asks. */
export async function endOtherSessions(
  db: Database,
  { personId, secret }: SessionHolder,
  now: number,
): Promise<void> {
  await endEach(db, personId, ne(sessions.hash, sha256(secret)), ownTrace(personId, now));
}

/** Ends all of a person's sessions, because the identity provider lets the person in no more. */
export async function endForProvider(
  db: Database,
  personId: string,
  { actor, now }: { actor: string; now: number },
): Promise<void> {
  const detail = sql`json_object('by', 'oidc', 'startedAt', ${began})`;
  const trace = { at: now, ...byPerson(personId), actor, detail };
  await endEach(db, personId, sql`true`, trace);
}

async function newest(db: Database, personId: string, now: number) {
  return db
    .select()
    .from(sessions)
    .where(openOf(personId, now))
    .orderBy(desc(sessions.createdAt), desc(sessions.hash))
    .limit(MAX_SESSIONS_LISTED);
}

/** A session is named in the log by its beginning, the time of its first entry. */
const began = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${sessions.createdAt} / 1000.0, 'unixepoch')`;

type Trace = Omit<EntryOfChange, "action">;

function ownTrace(personId: string, now: number): Trace {
  const detail = sql`json_object('by', 'account', 'startedAt', ${began})`;
  return { at: now, ...byPerson(personId), detail };
}

/** Ends sessions with an audit entry each, and gives how many ended. */
async function endEach(db: Database, personId: string, which: SQL, trace: Trace): Promise<number> {
  const where = and(openOf(personId, trace.at), which);
  const [, ended] = await db.batch([
    auditEach(db, { ...trace, action: "session.ended" }, sql`${sessions} where ${where}`),
    db.update(sessions).set({ endedAt: trace.at }).where(where).returning({ hash: sessions.hash }),
  ]);
  for (const { hash } of ended) forgetSession(hash);
  return ended.length;
}

function openOf(personId: string, now: number) {
  return and(eq(sessions.personId, personId), isOpen(now));
}

export function isOpen(now: number) {
  return and(
    isNull(sessions.endedAt),
    gt(sessions.seenAt, now - IDLE_MS),
    gt(sessions.createdAt, now - ABSOLUTE_MS),
  );
}

function idOf(hash: string): string {
  return sha256(`session ${hash}`).slice(0, ID_LENGTH);
}
