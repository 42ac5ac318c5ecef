import { and, desc, eq, gt, isNull, ne, sql, type SQL } from "drizzle-orm";
import { refuse, type Refusal } from "../../http/index.ts";
import { sha256, type Database } from "../../platform/index.ts";
import { auditEach, byPerson } from "../audit.ts";
import { sessions } from "../tables.ts";
import { ABSOLUTE_MS, forgetSession, IDLE_MS } from "./session.ts";

export const MAX_SESSIONS_LISTED = 50;
const ID_LENGTH = 24;

export interface OpenSession {
  /** Names it to its person. Made of what is kept of it, which it does not tell. */
  id: string;
  startedAt: number;
  seenAt: number;
  /** When a passkey last said who sits there; null: none did, so a link or a provider let him in. */
  provenAt: number | null;
  /** The one that asks. */
  isThis: boolean;
}

/** Whose sessions, and the secret of the one that asks. */
export interface SessionHolder {
  personId: string;
  secret: string;
}

/** The newest of somebody's sessions that are alive. */
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

/** Ends one of somebody's own sessions; another person's is none of his. */
export async function endOneSession(
  db: Database,
  personId: string,
  id: string,
  now: number,
): Promise<void | Refusal> {
  const found = (await newest(db, personId, now)).find(({ hash }) => idOf(hash) === id);
  const ended =
    found === undefined ? 0 : await endEach(db, personId, eq(sessions.hash, found.hash), now);
  if (ended === 0) return refuse(404, "not_found", "There is no such session.");
}

/** Ends all of somebody's sessions but the one that asks. */
export async function endOtherSessions(
  db: Database,
  { personId, secret }: SessionHolder,
  now: number,
): Promise<void> {
  await endEach(db, personId, ne(sessions.hash, sha256(secret)), now);
}

async function newest(db: Database, personId: string, now: number) {
  return db
    .select()
    .from(sessions)
    .where(openOf(personId, now))
    .orderBy(desc(sessions.createdAt), desc(sessions.hash))
    .limit(MAX_SESSIONS_LISTED);
}

/**
 * How many ended. Each leaves a trace, which tells the session by its beginning, as its first one
 * does.
 */
async function endEach(db: Database, personId: string, which: SQL, now: number): Promise<number> {
  const where = and(openOf(personId, now), which);
  const began = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${sessions.createdAt} / 1000.0, 'unixepoch')`;
  const detail = sql`json_object('by', 'account', 'startedAt', ${began})`;
  const trace = { at: now, ...byPerson(personId), action: "session.ended", detail };
  const [, ended] = await db.batch([
    auditEach(db, trace, sql`${sessions} where ${where}`),
    db.update(sessions).set({ endedAt: now }).where(where).returning({ hash: sessions.hash }),
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
