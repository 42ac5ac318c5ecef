import { CHECK_LENGTH, checksumOf } from "../../access/credential.ts";
import { base62Of, createHmac, needSecret, randomBase62, sha256 } from "../../platform/index.ts";

const PREFIX = "rmp_live";
const ID_LENGTH = 10;
const SECRET_LENGTH = 43;
const MAC_LENGTH = 8;
const MAC_BYTES = 6;
const LAST_LENGTH = 4;

declare global {
  namespace Cloudflare {
    interface Env {
      /** Signs API keys: without it nobody can make up a valid one. */
      API_KEY_MAC_SECRET: string;
    }
  }
}

const SHAPE = new RegExp(
  `^${PREFIX}_([0-9A-Za-z]{${ID_LENGTH}})[0-9A-Za-z]{${SECRET_LENGTH}}_([0-9A-Za-z]{${CHECK_LENGTH}})([0-9A-Za-z]{${MAC_LENGTH}})$`,
);

/**
 * Makes `rmp_live_<id><secret>_<check><mac>`. The check is public, for scanners and typing errors.
 * The MAC binds the key to its tenant, so that a key that we did not make is refused before any
 * look-up.
 */
export function mintApiKey(macSecret: string, tenantId: string) {
  const id = randomBase62(ID_LENGTH);
  const body = `${PREFIX}_${id}${randomBase62(SECRET_LENGTH)}`;
  const text = `${body}_${checksumOf(body)}${macOf(macSecret, tenantId, body)}`;
  return { id, text, hash: sha256(text), last4: text.slice(-LAST_LENGTH) };
}

export interface PresentedKey {
  id: string;
  hash: string;
}

/** Reads a key; null for everything that was not made here for this tenant. Touches no storage. */
export function readApiKey(macSecret: string, tenantId: string, text: string): PresentedKey | null {
  const [, id, check] = SHAPE.exec(text) ?? [];
  if (id === undefined) return null;
  const body = text.slice(0, -1 - CHECK_LENGTH - MAC_LENGTH);
  if (checksumOf(body) !== check) return null;
  // Both sides are hashed first, so that the time of the comparison tells nothing.
  const macHash = sha256(text.slice(-MAC_LENGTH));
  if (macHash !== sha256(macOf(macSecret, tenantId, body))) return null;
  return { id, hash: sha256(text) };
}

function macOf(macSecret: string, tenantId: string, body: string): string {
  const key = needSecret("API_KEY_MAC_SECRET", macSecret);
  const mac = createHmac("sha256", key).update(`${tenantId}\n${body}`).digest();
  return base62Of(mac.readUIntBE(0, MAC_BYTES), MAC_LENGTH);
}
