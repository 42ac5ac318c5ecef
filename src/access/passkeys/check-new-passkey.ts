import { dataOfAttestation, readKey } from "./authenticator-data.ts";
import { base64urlOf, bytesOf, checkCeremony, mustBe, type Expected } from "./check-ceremony.ts";
import { importPublicKey } from "./verify-signature.ts";

/** The longest id of a passkey (WebAuthn 7.1). It stands in the audit log and in the owner's pages. */
const MAX_ID_BYTES = 1_023;
const MAX_TRANSPORTS = 8;
const MAX_TRANSPORT = 32;

/** What `navigator.credentials.create` gives. A hostile browser may send anything else. */
export interface Registration {
  id: string;
  rawId: string;
  type: string;
  response: { clientDataJSON: string; attestationObject: string; transports?: unknown };
}

export interface NewPasskey {
  challenge: string;
  id: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
}

/**
 * Checks a new passkey (WebAuthn 7.1); throws if a step does not hold. The attestation statement,
 * which tells who made the authenticator, is not read (docs/decisions/0043).
 */
export async function checkNewPasskey(
  { id, rawId, type, response }: Registration,
  expected: Expected,
): Promise<NewPasskey> {
  const client = bytesOf(response.clientDataJSON);
  const authenticator = dataOfAttestation(bytesOf(response.attestationObject));
  const { challenge, counter, made } = checkCeremony(
    "webauthn.create",
    { id, rawId, type, client, authenticator },
    expected,
  );
  if (made === undefined) throw new Error("The passkey has no key.");
  mustBe(made.id.length <= MAX_ID_BYTES, "of an id that fits");
  await importPublicKey(readKey(made.publicKey));
  mustBe(base64urlOf(made.id) === id, "of its own id");
  return { challenge, id, publicKey: made.publicKey, counter, transports: transportsOf(response) };
}

/**
 * The browser's words for the ways to the authenticator, limited in number and length; new words may
 * come.
 */
function transportsOf({ transports }: { transports?: unknown }): string[] {
  const words = Array.isArray(transports) ? transports.slice(0, MAX_TRANSPORTS) : [];
  return words.filter((word) => typeof word === "string" && word.length <= MAX_TRANSPORT);
}
