import { refuse, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { byPerson } from "../audit.ts";
import type { SignedIn } from "../sessions/session.ts";
import { base64urlOf } from "./check-ceremony.ts";
import { isOurChallenge, makeChallenge, spendChallenge } from "./challenge.ts";
import { checkNewPasskey, type Registration } from "./check-new-passkey.ts";
import { passkeyInvalid, readSent, TIMEOUT_MS, type Ceremony } from "./check-passkey.ts";
import { mayAddPasskey } from "./step-up.ts";
import { insertPasskey, listPasskeys } from "./store.ts";
import { ALGORITHMS } from "./verify-signature.ts";

const MAX_PASSKEYS = 20;

const RP_NAME = "Rampart";

/** What the browser needs to make a passkey. */
export async function offerPasskey(db: Database, who: SignedIn, ceremony: Ceremony) {
  const { origin, secret, now } = ceremony;
  const known = await listPasskeys(db, who.personId);
  return {
    rp: { name: RP_NAME, id: new URL(origin).hostname },
    user: { id: base64urlOf(Buffer.from(who.personId)), name: who.name, displayName: "" },
    challenge: base64urlOf(makeChallenge(secret, `add:${who.personId}`, now)),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" as const })),
    timeout: TIMEOUT_MS,
    attestation: "none" as const,
    excludeCredentials: known.map(({ id }) => ({ id, type: "public-key" as const })),
    authenticatorSelection: {
      residentKey: "required" as const,
      requireResidentKey: true,
      userVerification: "required" as const,
    },
  };
}

/** Stores the passkey that the browser made, if all checks hold. */
export async function addPasskey(
  db: Database,
  who: SignedIn,
  given: { credential: string; name: string },
  ceremony: Ceremony,
): Promise<void | Refusal> {
  const { origin, secret, now } = ceremony;
  if (!mayAddPasskey(who, now)) return passkeyNeeded();
  const response = readSent(given.credential) as Registration | undefined;
  if (response === undefined) return passkeyInvalid();
  const made = await checkNewPasskey(response, {
    origin,
    isOurs: (text) => isOurChallenge(secret, `add:${who.personId}`, text, now),
  }).catch(() => undefined);
  if (made === undefined || !(await spendChallenge(db, made.challenge, now))) {
    return passkeyInvalid();
  }
  const { id, publicKey, counter, transports } = made;
  const row = {
    id,
    personId: who.personId,
    name: given.name,
    publicKey: base64urlOf(publicKey),
    counter,
    transports,
    createdAt: now,
    usedAt: null,
  };
  const trace = { at: now, ...byPerson(who.personId), action: "passkey.added", target: id };
  // Of two that are added as the first one, the later one would be there without a proof.
  const isFirst = who.passkeys === 0;
  const most = isFirst ? 1 : MAX_PASSKEYS;
  if (await insertPasskey(db, who, row, trace, most)) return;
  const { length } = await listPasskeys(db, who.personId);
  if (length < most) return passkeyInvalid();
  if (isFirst) return passkeyNeeded();
  return refuse(409, "passkey_limit", `A person may have at most ${MAX_PASSKEYS} passkeys.`);
}

function passkeyNeeded(): Refusal {
  return refuse(403, "passkey_needed", "Another passkey, or a fresh link, is needed for this.");
}
