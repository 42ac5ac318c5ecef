import { decodePartialCBOR, type CBORType } from "@levischuck/tiny-cbor";

const HASH_BYTES = 32;
const COUNTER_AT = HASH_BYTES + 1;
const HEAD_BYTES = COUNTER_AT + 4;
/** The authenticator's model (AAGUID), which is not used. */
const MODEL_BYTES = 16;
const ID_AT = HEAD_BYTES + MODEL_BYTES + 2;

const PRESENT = 1;
const VERIFIED = 1 << 2;
const MAY_BE_BACKED_UP = 1 << 3;
const BACKED_UP = 1 << 4;
const HAS_CREDENTIAL = 1 << 6;
const HAS_EXTENSIONS = 1 << 7;

/** A public key in COSE: a map from numbers to its parts. */
export type CoseKey = ReadonlyMap<string | number, CBORType>;

export interface AuthenticatorData {
  hostHash: Uint8Array;
  isPersonThere: boolean;
  isPersonVerified: boolean;
  mayBeBackedUp: boolean;
  isBackedUp: boolean;
  /** How often the authenticator signed, by its own count; 0 if it does not count. */
  counter: number;
  /** Only for a new passkey: its id, and its public key as it came. */
  made: { id: Uint8Array; publicKey: Uint8Array } | undefined;
}

/**
 * Reads an authenticator's data (WebAuthn 6.1). Throws if it is cut off or has bytes behind its end.
 */
export function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData {
  if (bytes.length < HEAD_BYTES) throw new Error("The authenticator's data is cut off.");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint8(HASH_BYTES);
  let end = HEAD_BYTES;
  let made: AuthenticatorData["made"];
  if ((flags & HAS_CREDENTIAL) !== 0) {
    const keyAt = ID_AT + view.getUint16(ID_AT - 2);
    end = keyAt + lengthOfNext(bytes, keyAt);
    made = { id: bytes.slice(ID_AT, keyAt), publicKey: bytes.slice(keyAt, end) };
  }
  if ((flags & HAS_EXTENSIONS) !== 0) end += lengthOfNext(bytes, end);
  if (end !== bytes.length) throw new Error("Something stands behind the authenticator's data.");
  return {
    hostHash: bytes.slice(0, HASH_BYTES),
    isPersonThere: (flags & PRESENT) !== 0,
    isPersonVerified: (flags & VERIFIED) !== 0,
    mayBeBackedUp: (flags & MAY_BE_BACKED_UP) !== 0,
    isBackedUp: (flags & BACKED_UP) !== 0,
    counter: view.getUint32(COUNTER_AT),
    made,
  };
}

/**
 * The authenticator data inside an attestation, which a browser sends with a new passkey (WebAuthn
 * 6.5).
 */
export function dataOfAttestation(attestation: Uint8Array): Uint8Array {
  const data = readMap(attestation).get("authData");
  if (!(data instanceof Uint8Array)) throw new Error("The attestation has no data.");
  return data;
}

export function readKey(publicKey: Uint8Array): CoseKey {
  return readMap(publicKey);
}

function readMap(bytes: Uint8Array): CoseKey {
  const [found] = readNext(bytes, 0);
  if (!(found instanceof Map)) throw new Error("No map stands where one should.");
  return found;
}

function lengthOfNext(bytes: Uint8Array, at: number): number {
  const [, length] = readNext(bytes, at);
  return length;
}

/**
 * Reads the next CBOR value. Copied first, because the decoder reads from the start of the memory
 * behind the bytes.
 */
function readNext(bytes: Uint8Array, at: number): [CBORType, number] {
  return decodePartialCBOR(bytes.slice(at), 0);
}
