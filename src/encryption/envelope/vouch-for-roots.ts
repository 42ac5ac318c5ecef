import { database } from "../../platform/index.ts";
import { awaitD1 } from "../await-d1.ts";
import { listRoots, registerRoots, type RootEntry } from "../store.ts";
import { utf8, type Bytes } from "../suite/bytes.ts";
import type { Roots } from "./roots.ts";

const FINGERPRINT_HEX = 16;
const LABEL = "fe1 root fingerprint";

/** The environment for which each set of roots was found good. */
const vouchedFor = new WeakMap<Roots, string>();

/**
 * Checks that each root's number has not been used before for other bytes or in another environment.
 * If it has, nothing may be wrapped: keys would be lost as soon as somebody corrects the mistake.
 */
export async function vouchForRoots(
  env: Cloudflare.Env,
  roots: Roots,
  at: number,
): Promise<boolean> {
  const { ENVIRONMENT: environment } = env;
  if (vouchedFor.get(roots) === environment) return true;
  return awaitD1(compareWithRecords(env, roots, at));
}

async function compareWithRecords(env: Cloudflare.Env, roots: Roots, at: number): Promise<boolean> {
  const { ENVIRONMENT: environment } = env;
  const present = await Promise.all(
    Array.from(roots.byId, async ([id, bytes]) => ({
      id,
      fingerprint: await fingerprintOf(bytes, JSON.stringify([LABEL, environment])),
      // Older records are of the root alone, without the environment.
      older: await fingerprintOf(bytes, LABEL),
    })),
  );
  const db = database(env);
  // Known roots are checked first, so that no new one is recorded while another is wrong.
  const same =
    agree(present, await listRoots(db)) && agree(present, await registerRoots(db, present, at));
  if (same) vouchedFor.set(roots, environment);
  return same;
}

interface Present {
  id: number;
  fingerprint: string;
  older: string;
}

function agree(present: readonly Present[], records: readonly RootEntry[]): boolean {
  const onRecord = new Map(records.map(({ id, fingerprint }) => [id, fingerprint]));
  return present.every(({ id, fingerprint, older }) =>
    [undefined, fingerprint, older].includes(onRecord.get(id)),
  );
}

async function fingerprintOf(root: Bytes, label: string): Promise<string> {
  const mac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", root, mac, false, ["sign"]);
  const whole = await crypto.subtle.sign("HMAC", key, utf8(label));
  return Buffer.from(whole).toString("hex").slice(0, FINGERPRINT_HEX);
}
