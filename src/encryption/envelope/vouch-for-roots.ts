import type { Database } from "../../platform/index.ts";
import { registerRoots } from "../store.ts";
import { utf8, type Bytes } from "../suite/bytes.ts";
import type { Roots } from "./roots.ts";

const FINGERPRINT_HEX = 16;

const vouchedFor = new WeakSet<Roots>();

/**
 * False when a root's number once belonged to other bytes. Keys wrapped under the wrong bytes would
 * be lost as soon as somebody puts the mistake right, so nothing is wrapped until then.
 */
export async function vouchForRoots(db: Database, roots: Roots, at: number): Promise<boolean> {
  if (vouchedFor.has(roots)) return true;
  const present = await Promise.all(
    Array.from(roots.byId, async ([id, bytes]) => ({
      id,
      fingerprint: await fingerprintOf(bytes),
    })),
  );
  const onRecord = new Map(
    (await registerRoots(db, present, at)).map(({ id, fingerprint }) => [id, fingerprint]),
  );
  const same = present.every(({ id, fingerprint }) => onRecord.get(id) === fingerprint);
  if (same) vouchedFor.add(roots);
  return same;
}

async function fingerprintOf(root: Bytes): Promise<string> {
  const mac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", root, mac, false, ["sign"]);
  const whole = await crypto.subtle.sign("HMAC", key, utf8("fe1 root fingerprint"));
  return Buffer.from(whole).toString("hex").slice(0, FINGERPRINT_HEX);
}
