import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { timingSafeEqual } from "../../platform/index.ts";
import { loadWebauthn } from "./load-webauthn.ts";

/** What a passkey may sign by, as COSE numbers them: Ed25519, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257];
/** Under which a public key in COSE says what it signs by. */
const ALGORITHM = 3;
const MAX_TRANSPORTS = 8;
const MAX_TRANSPORT = 32;

interface Expected {
  origin: string;
  isOurs: (challenge: string) => boolean;
}

export interface NewPasskey {
  challenge: string;
  id: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
}

/**
 * The steps of WebAuthn 7.1; throws where one does not hold. Who made the authenticator was not asked
 * and decides nothing, so a statement about that is not read (docs/decisions/0043).
 */
export async function checkNewPasskey(
  { id, rawId, type, response }: RegistrationResponseJSON,
  { origin, isOurs }: Expected,
): Promise<NewPasskey> {
  const webauthn = await loadWebauthn();
  const client = webauthn.decodeClientDataJSON(response.clientDataJSON);
  const { challenge } = client;
  hold(id !== "" && id === rawId && type === "public-key", "a credential");
  hold(client.type === "webauthn.create", "made now");
  hold(isOurs(challenge), "for our challenge");
  hold(client.origin === origin, "at our origin");
  const made = webauthn.isoBase64URL.toBuffer(response.attestationObject);
  const data = webauthn.decodeAttestationObject(made).get("authData");
  const { rpIdHash, flags, counter, credentialID, credentialPublicKey } =
    webauthn.parseAuthenticatorData(data);
  const ours = await webauthn.toHash(new URL(origin).hostname);
  hold(timingSafeEqual(Buffer.from(rpIdHash), Buffer.from(ours)), "for our host");
  hold(flags.up && flags.uv, "with its person there");
  hold(flags.be || !flags.bs, "saved where it can be");
  if (credentialID === undefined || credentialPublicKey === undefined) throw missing("a key");
  const algorithm = webauthn.decodeCredentialPublicKey(credentialPublicKey).get(ALGORITHM);
  hold(ALGORITHMS.includes(Number(algorithm)), "by what was asked for");
  hold(webauthn.isoBase64URL.fromBuffer(credentialID) === id, "of its own id");
  return {
    challenge,
    id,
    publicKey: credentialPublicKey,
    counter,
    transports: transportsOf(response),
  };
}

/** Words of the browser about the way to the authenticator: a few, of a list that may grow. */
function transportsOf({ transports }: { transports?: unknown }): string[] {
  const words = Array.isArray(transports) ? transports.slice(0, MAX_TRANSPORTS) : [];
  return words.filter((word) => typeof word === "string" && word.length <= MAX_TRANSPORT);
}

function hold(holds: boolean, what: string): void {
  if (!holds) throw missing(what);
}

function missing(what: string): Error {
  return new Error(`The passkey is not ${what}.`);
}
