import { placePrefix, withContext } from "./additional-data.ts";
import { randomBytes, sameBytes, textOf, utf8, type Bytes } from "./bytes.ts";
import { writeCiphertext, type Ciphertext } from "./ciphertext.ts";
import {
  deriveMessageKey,
  KEY_NONCE_BYTES,
  NONCE_BYTES,
  openMessage,
  sealMessage,
  type XaesKey,
} from "./xaes.ts";

/** One version of one tenant's data key, ready for use. */
export interface VersionKey {
  tenantId: string;
  version: number;
  keyId: Bytes;
  xaes: XaesKey;
  /** The start of the authenticated data of everything under this key. */
  place: Bytes;
}

export function versionKey(
  tenantId: string,
  version: number,
  parts: Pick<VersionKey, "keyId" | "xaes">,
): VersionKey {
  return { tenantId, version, place: placePrefix(tenantId, version), ...parts };
}

/** Why a ciphertext did not open. For the audit trail; callers are never told which. */
export type Failure = "wrong_key" | "not_authentic";

export interface Opened {
  value: string;
}

/** The key of one message, or of a few that share the first half of their nonce. */
export interface MessageKey {
  version: VersionKey;
  nonceStart: Bytes;
  key: CryptoKey;
}

export async function newMessageKey(version: VersionKey): Promise<MessageKey> {
  const nonceStart = randomBytes(KEY_NONCE_BYTES);
  return { version, nonceStart, key: await deriveMessageKey(version.xaes, nonceStart) };
}

export async function sealField(
  message: MessageKey,
  value: string,
  context: string | undefined,
): Promise<string> {
  const { version, keyId, place } = message.version;
  const nonce = randomBytes(NONCE_BYTES);
  nonce.set(message.nonceStart);
  const additionalData = withContext(place, context);
  const sealed = await sealMessage(message.key, nonce, utf8(value), additionalData);
  return writeCiphertext(version, keyId, nonce, sealed);
}

/** Where the message keys of one call come from; a batch remembers those it has derived. */
export type DeriveMessageKey = (version: VersionKey, nonceStart: Bytes) => Promise<CryptoKey>;

export const deriveAfresh: DeriveMessageKey = (version, nonceStart) =>
  deriveMessageKey(version.xaes, nonceStart);

/** A foreign key id is noted but costs the same work as a ciphertext that was tampered with. */
export async function openField(
  version: VersionKey,
  ciphertext: Ciphertext,
  context: string | undefined,
  derive: DeriveMessageKey = deriveAfresh,
): Promise<Opened | Failure> {
  const { nonce, sealed, keyId } = ciphertext;
  const key = await derive(version, nonce.subarray(0, KEY_NONCE_BYTES));
  const additionalData = withContext(version.place, context);
  const plaintext = await openMessage(key, nonce, sealed, additionalData);
  if (!sameBytes(keyId, version.keyId)) return "wrong_key";
  return plaintext === null ? "not_authentic" : { value: textOf(plaintext) };
}
