import { remember } from "../../platform/index.ts";
import { placePrefix, withContext } from "./additional-data.ts";
import {
  asciiTogether,
  fillRandom,
  randomBytes,
  sameBytes,
  textOf,
  utf8InPassing,
  type Bytes,
} from "./bytes.ts";
import {
  prefixOf,
  startOf,
  writeCiphertexts,
  type SealedMessage,
  type Ciphertext,
} from "./ciphertext.ts";
import {
  deriveMessageKey,
  IV_BYTES,
  KEY_NONCE_BYTES,
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
  /** The beginning of the authenticated data under this key, and the whole of it without a context. */
  place: Bytes;
  noContext: Bytes;
  /** The message keys that were used lately to open, by the start of their nonce. */
  recent: Map<string, CryptoKey>;
}

export function versionKey(
  tenantId: string,
  version: number,
  parts: Pick<VersionKey, "keyId" | "xaes">,
): VersionKey {
  const place = placePrefix(tenantId, version);
  const noContext = withContext(place, undefined);
  return { tenantId, version, place, noContext, recent: new Map(), ...parts };
}

const MAX_RECENT = 256;

/** Why a ciphertext did not open. For the audit trail; callers are never told which. */
export type Failure = "wrong_key" | "not_authentic";

export interface Opened {
  value: string;
}

/** The key of the messages that share the first half of their nonce. */
export interface MessageKey {
  version: VersionKey;
  /** How its ciphertexts start: the key id and the first half of the nonce. */
  head: Bytes;
  key: CryptoKey;
}

/**
 * How many messages one message key may seal. Their nonces differ in 96 random bits each, so that
 * two are alike with a probability of at most 2^-73 per message key (docs/decisions/0041).
 */
export const MAX_MESSAGES = 4_096;

export async function newMessageKey(version: VersionKey): Promise<MessageKey> {
  const nonceStart = randomBytes(KEY_NONCE_BYTES);
  const head = startOf(version.keyId, nonceStart);
  return { version, head, key: await deriveMessageKey(version.xaes, nonceStart) };
}

export interface Plain {
  value: string;
  context?: string | undefined;
}

/** All in one function: a call with `await` for each field would take a quarter more time. */
export async function sealFields(
  { version, head, key }: MessageKey,
  plains: readonly Plain[],
): Promise<string[]> {
  const messages: SealedMessage[] = [];
  const ivs = new Uint8Array(plains.length * IV_BYTES);
  fillRandom(ivs);
  const { buffer } = ivs;
  const values = plains.length > 1 ? asciiTogether(plains.map(({ value }) => value)) : undefined;
  let start = 0;
  for (const { value, context } of plains) {
    const iv = new Uint8Array(buffer, messages.length * IV_BYTES, IV_BYTES);
    const { length } = value;
    const plain =
      values === undefined ? utf8InPassing(value) : new Uint8Array(values, start, length);
    start += length;
    const sealed = await sealMessage(key, iv, plain, placeOf(version, context));
    messages.push({ iv, sealed });
  }
  return writeCiphertexts(prefixOf(version.version), head, messages);
}

/**
 * A wrong key id takes the same time as a changed ciphertext, so that callers cannot tell which it
 * was.
 */
export async function openField(
  version: VersionKey,
  ciphertext: Ciphertext,
  context: string | undefined,
): Promise<Opened | Failure> {
  const { nonceStart: start, iv, sealed, keyId } = ciphertext;
  const name = nameOf(start);
  const key = version.recent.get(name) ?? (await openingKey(version, start, name));
  const ownKey = sameBytes(keyId, version.keyId);
  try {
    const plaintext = await openMessage(key, iv, sealed, placeOf(version, context));
    return ownKey ? { value: textOf(plaintext) } : "wrong_key";
  } catch {
    return ownKey ? "not_authentic" : "wrong_key";
  }
}

/**
 * Twelve bytes as a text, for the key of a map. `String.fromCharCode(...bytes)` is three times
 * slower.
 */
function nameOf(bytes: Bytes): string {
  let name = "";
  for (let at = 0; at < bytes.length; at += 1) name += String.fromCharCode(bytes[at] ?? 0);
  return name;
}

/** Derives the key and keeps it: values written together share it, and are mostly read together. */
async function openingKey(version: VersionKey, start: Bytes, name: string): Promise<CryptoKey> {
  const { recent, xaes } = version;
  const key = await deriveMessageKey(xaes, start);
  remember(recent, name, key, MAX_RECENT);
  return key;
}

function placeOf(version: VersionKey, context: string | undefined): Bytes {
  return context === undefined ? version.noContext : withContext(version.place, context);
}
