import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { refuse, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { byPerson } from "../audit.ts";
import type { SignedIn } from "../sessions/session.ts";
import { isOurChallenge, makeChallenge, spendChallenge } from "./challenge.ts";
import { passkeyInvalid, readCredential, type Ceremony } from "./check-passkey.ts";
import { loadWebauthn } from "./load-webauthn.ts";
import { mayAddPasskey } from "./step-up.ts";
import { insertPasskey, listPasskeys } from "./store.ts";

const MAX_PASSKEYS = 20;

const RP_NAME = "Rampart";

/** What the browser is to make a passkey by. */
export async function offerPasskey(db: Database, who: SignedIn, ceremony: Ceremony) {
  const { origin, secret, now } = ceremony;
  const known = await listPasskeys(db, who.personId);
  const { generateRegistrationOptions } = await loadWebauthn();
  return generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: new URL(origin).hostname,
    userName: who.name,
    userID: new Uint8Array(new TextEncoder().encode(who.personId)),
    challenge: makeChallenge(secret, `add:${who.personId}`, now),
    attestationType: "none",
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** Keeps the passkey that the browser made, if everything about it holds. */
export async function addPasskey(
  db: Database,
  who: SignedIn,
  given: { credential: string; name: string },
  ceremony: Ceremony,
): Promise<void | Refusal> {
  const { origin, secret, now } = ceremony;
  if (!mayAddPasskey(who, now)) {
    return refuse(403, "passkey_needed", "Another passkey, or a fresh link, is needed for this.");
  }
  const response = readCredential(given.credential) as RegistrationResponseJSON | undefined;
  if (response === undefined) return passkeyInvalid();
  const known = await listPasskeys(db, who.personId);
  if (known.length >= MAX_PASSKEYS) {
    return refuse(409, "passkey_limit", `A person may have at most ${MAX_PASSKEYS} passkeys.`);
  }
  let challenge = "";
  const { verifyRegistrationResponse } = await loadWebauthn();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: (text) => {
      challenge = text;
      return isOurChallenge(secret, `add:${who.personId}`, text, now);
    },
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (verified?.verified !== true || !(await spendChallenge(db, challenge, now))) {
    return passkeyInvalid();
  }
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  const row = {
    id,
    personId: who.personId,
    name: given.name,
    publicKey: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports,
    createdAt: now,
    usedAt: null,
  };
  const trace = { at: now, ...byPerson(who.personId), action: "passkey.added", target: id };
  if (!(await insertPasskey(db, row, trace))) return passkeyInvalid();
}
