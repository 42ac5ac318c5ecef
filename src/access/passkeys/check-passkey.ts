import { parseJson, refuse, type Refusal } from "../../http/index.ts";
import { MINUTE_MS, type Database } from "../../platform/index.ts";
import { isOurChallenge, makeChallenge, spendChallenge, type Purpose } from "./challenge.ts";
import { base64urlOf, bytesOf } from "./check-ceremony.ts";
import { checkProof, type Authentication } from "./check-proof.ts";
import { findPasskey, listPasskeys, noteUse, type PasskeyRow } from "./store.ts";

/** How long the browser waits for its person. */
export const TIMEOUT_MS = MINUTE_MS;

/** Where and when a passkey is asked for. */
export interface Ceremony {
  origin: string;
  /** Signs our challenges. */
  secret: string;
  now: number;
}

/** What the browser needs to ask for a passkey: one of this person's, or any that it holds for us. */
export async function askPasskey(
  db: Database,
  personId: string | undefined,
  { origin, secret, now }: Ceremony,
) {
  const known = personId === undefined ? undefined : await listPasskeys(db, personId);
  return {
    rpId: new URL(origin).hostname,
    challenge: base64urlOf(makeChallenge(secret, purposeOf(personId), now)),
    allowCredentials: known?.map(({ id }) => ({ id, type: "public-key" as const })),
    timeout: TIMEOUT_MS,
    userVerification: "required" as const,
  };
}

/** Checks a passkey and gives its person. If a person is given, only that person's passkeys count. */
export async function checkPasskey(
  db: Database,
  personId: string | undefined,
  credential: string,
  { origin, secret, now }: Ceremony,
): Promise<string | Refusal> {
  const response = readSent(credential) as Authentication | undefined;
  const row = response === undefined ? undefined : await findPasskey(db, response.id);
  if (response === undefined || row === undefined) return passkeyInvalid();
  if (personId !== undefined && row.personId !== personId) return passkeyInvalid();
  const proof = await checkProof(response, bytesOf(row.publicKey), {
    origin,
    isOurs: (text) => isOurChallenge(secret, purposeOf(personId), text, now),
  }).catch(() => undefined);
  if (proof === undefined || namesAnother(response, row)) return passkeyInvalid();
  if (!(await spendChallenge(db, proof.challenge, now))) return passkeyInvalid();
  const isUsed = await noteUse(db, row.id, proof.counter, now);
  return isUsed ? row.personId : passkeyInvalid();
}

/**
 * Whether the answer names another person than the passkey's; an authenticator may name one (WebAuthn
 * 7.2, step 6).
 */
function namesAnother({ response }: Authentication, { personId }: PasskeyRow): boolean {
  const { userHandle } = response;
  if (typeof userHandle !== "string" || userHandle === "") return false;
  return Buffer.from(userHandle, "base64url").toString() !== personId;
}

/** The same answer for every way of being wrong. */
export function passkeyInvalid(): Refusal {
  return refuse(400, "passkey_invalid", "The passkey could not be checked. Try again.");
}

function purposeOf(personId: string | undefined): Purpose {
  return personId === undefined ? "sign-in" : `prove:${personId}`;
}

/** Reads what a browser sent, by its outermost shape only; the check looks at everything else. */
export function readSent(text: string): { id: string } | undefined {
  const read = parseJson(text);
  if (typeof read !== "object" || read === null || !("id" in read)) return undefined;
  return typeof read.id === "string" ? { ...read, id: read.id } : undefined;
}
