import { readKey } from "./authenticator-data.ts";
import { bytesOf, checkCeremony, hashOf, mustBe, type Expected } from "./check-ceremony.ts";
import { importPublicKey, verifySignature } from "./verify-signature.ts";

/** What `navigator.credentials.get` gives. A hostile browser may send anything else. */
export interface Authentication {
  id: string;
  rawId: string;
  type: string;
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle?: unknown;
  };
}

export interface Proof {
  challenge: string;
  counter: number;
}

/**
 * Runs the steps of WebAuthn 7.2 that need no database; throws if one does not hold. The counter is
 * compared where it is stored (`noteUse`), so that of two uses at once one is recognised as a copy's.
 */
export async function checkProof(
  { id, rawId, type, response }: Authentication,
  publicKey: Uint8Array,
  expected: Expected,
): Promise<Proof> {
  const client = bytesOf(response.clientDataJSON);
  const authenticator = bytesOf(response.authenticatorData);
  const { challenge, counter } = checkCeremony(
    "webauthn.get",
    { id, rawId, type, client, authenticator },
    expected,
  );
  const signed = new Uint8Array(Buffer.concat([authenticator, hashOf(client)]));
  const signature = bytesOf(response.signature);
  const key = await importPublicKey(readKey(publicKey));
  mustBe(await verifySignature(key, signature, signed), "signed by its key");
  return { challenge, counter };
}
