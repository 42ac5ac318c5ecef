import { sql } from "drizzle-orm";
import { refuse, type Refusal } from "../../http/index.ts";
import { randomBase62, selectOf, sha256, type Database } from "../../platform/index.ts";
import { auditIfChanged, byPerson } from "../audit.ts";
import { sessions } from "../tables.ts";
import { isOfProvider } from "./find-colleague.ts";

/** Base62 characters: slightly more than 256 bits. */
const SESSION_SECRET_LENGTH = 44;

/** Makes a secret for the cookie and its hash. Only the hash is stored. */
export function mintSession(): { secret: string; hash: string } {
  const secret = randomBase62(SESSION_SECRET_LENGTH);
  return { secret, hash: sha256(secret) };
}

/**
 * Starts a session for a person whom a passkey or a provider has just proved, and gives its secret.
 * If `holds` is false by then, no session is made and the secret opens nothing.
 */
export async function startSession(
  db: Database,
  personId: string,
  by: "passkey" | "oidc",
  now: number,
  holds = sql`true`,
): Promise<string> {
  const { secret, hash } = mintSession();
  const provenAt = by === "passkey" ? now : null;
  const row = { hash, personId, createdAt: now, seenAt: now, endedAt: null, provenAt };
  const trace = { at: now, ...byPerson(personId), action: "session.started", detail: { by } };
  const insert = db.insert(sessions).select(sql`${selectOf(sessions, row)} where ${holds}`);
  await db.batch([insert, auditIfChanged(db, trace)]);
  return secret;
}

/**
 * Starts a session by the passkey that was just used, if that is still there: a recovery may have
 * deleted it. A provider's people must sign in at the provider, which may have let them go.
 */
export async function startByPasskey(
  db: Database,
  personId: string,
  now: number,
): Promise<string | Refusal> {
  if (isOfProvider(personId)) {
    return refuse(403, "provider_signs_in", "Your identity provider signs you in.");
  }
  const isThere = sql`exists (select 1 from passkeys where person_id = ${personId}
    and used_at = ${now})`;
  return startSession(db, personId, "passkey", now, isThere);
}
