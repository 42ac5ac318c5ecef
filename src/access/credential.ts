import { base62Of, crc32, randomBase62, sha256, timingSafeEqual } from "../platform/index.ts";

/**
 * How late a revocation or change of a credential may take effect in an isolate that remembers it.
 */
export const CREDENTIAL_TTL_MS = 15_000;

const ID_LENGTH = 10;
/** 43 base62 characters carry 256 bits, so a plain SHA-256 is enough to store. */
const SECRET_LENGTH = 43;
export const CHECK_LENGTH = 6;
const LAST_LENGTH = 4;

export type CredentialPrefix = "rmp_pat" | "rmp_svc" | "rmp_enr" | "rmp_inv";

export interface MintedCredential {
  /** The whole text, shown once and never stored. */
  text: string;
  id: string;
  hash: string;
  last4: string;
}

export interface PresentedCredential {
  id: string;
  hash: string;
}

const SHAPE = new RegExp(
  `^(rmp_[a-z]{3})_([0-9A-Za-z]{${ID_LENGTH}})_([0-9A-Za-z]{${SECRET_LENGTH}})_([0-9A-Za-z]{${CHECK_LENGTH}})$`,
);

/**
 * Makes `<prefix>_<id>_<secret>_<check>`: the checksum finds typing errors, and helps secret
 * scanners.
 */
export function mintCredential(prefix: CredentialPrefix): MintedCredential {
  const id = randomBase62(ID_LENGTH);
  const body = `${prefix}_${id}_${randomBase62(SECRET_LENGTH)}`;
  const text = `${body}_${checksumOf(body)}`;
  return { text, id, hash: sha256(text), last4: text.slice(-LAST_LENGTH) };
}

/** The characters where the id should be. Nothing is checked, so it is only good for a look-up. */
export function presumedId(prefix: CredentialPrefix, text: string): string {
  const start = prefix.length + 1;
  return text.slice(start, start + ID_LENGTH);
}

/** The id of a well-formed credential, or null. Nothing is looked up or hashed. */
export function credentialId(prefix: CredentialPrefix, text: string): string | null {
  const [, prefixRead, id, , check] = SHAPE.exec(text) ?? [];
  if (prefixRead !== prefix || id === undefined) return null;
  return checksumOf(text.slice(0, -CHECK_LENGTH - 1)) === check ? id : null;
}

export function readCredential(prefix: CredentialPrefix, text: string): PresentedCredential | null {
  const id = credentialId(prefix, text);
  return id === null ? null : { id, hash: sha256(text) };
}

/** Compares two stored or computed hashes in constant time. */
export function sameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, "hex"), Buffer.from(other, "hex")];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function checksumOf(body: string): string {
  return base62Of(crc32(body), CHECK_LENGTH);
}
