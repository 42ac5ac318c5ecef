import { doneBy } from "../../access/audit.ts";
import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import { tellOfKey } from "../gate/refresh-gate.ts";
import { refuseWayIn } from "../refuse-closed.ts";
import { refuseNew } from "../refuse-new.ts";
import { mintApiKey } from "./api-key.ts";
import { noSuchKey, type KeyEdit } from "./change-api-key.ts";
import { tooManyKeys, type IssuedApiKey } from "./create-api-key.ts";
import { findApiKey, replaceApiKey, type ApiKeyRow } from "./store.ts";

/** If somebody else changes the key meanwhile, it is read and tried again. */
const MAX_TRIES = 3;

/** Makes a new key with the same rights. The old one still works for the grace that was asked for. */
export async function rotateApiKey(
  env: Cloudflare.Env,
  edit: KeyEdit,
  graceSeconds: number,
): Promise<IssuedApiKey | Refusal> {
  const { by, tenantId, id, now } = edit;
  const db = database(env);
  const refused = await refuseNew(db, tenantId, refuseWayIn(by));
  if (refused !== undefined) return refused;
  let old = replaceable(await findApiKey(db, tenantId, id), now);
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    if (isRefusal(old)) return old;
    const issued = await replace(env, edit, old, graceSeconds);
    if (issued !== undefined) return issued;
    const still = replaceable(await findApiKey(db, tenantId, id), now);
    if (JSON.stringify(still) === JSON.stringify(old)) return tooManyKeys();
    old = still;
  }
  return refuse(409, "conflict", "Others are changing this key; try again.", { retryable: true });
}

/** Undefined if there is no room, or if the key is no longer the one that was read. */
async function replace(
  env: Cloudflare.Env,
  { by, tenantId, id, now }: KeyEdit,
  old: ApiKeyRow,
  graceSeconds: number,
): Promise<IssuedApiKey | Refusal | undefined> {
  const { text, ...minted } = mintApiKey(env.API_KEY_MAC_SECRET, tenantId);
  const row: ApiKeyRow = { ...old, ...minted, createdBy: by.subject, createdAt: now };
  const end = now + graceSeconds * 1000;
  const expiresAt = old.expiresAt === null ? end : Math.min(end, old.expiresAt);
  const detail = { to: row.id, graceSeconds };
  const trace = { at: now, ...doneBy(by), tenantId, target: id, detail };
  const audit = { ...trace, action: "api_key.rotated" };
  const replaced = await replaceApiKey(database(env), by, { id, expiresAt }, row, audit);
  if (isRefusal(replaced)) return replaced;
  if (!replaced) return undefined;
  await tellOfKey(env, tenantId);
  return { row, key: text };
}

/** The key, if it may be replaced: it works and was not replaced yet. */
function replaceable(key: ApiKeyRow | undefined, now: number): ApiKeyRow | Refusal {
  if (key === undefined) return noSuchKey();
  if (key.replacedBy !== null) {
    return refuse(409, "already_replaced", "This key was replaced before; rotate the new one.");
  }
  // Because the new key takes over everything but the text, it would be disabled too.
  if (key.disabledAt !== null) {
    return refuse(409, "key_disabled", "This key is disabled; enable it before it is rotated.");
  }
  if (key.expiresAt === null || key.expiresAt > now) return key;
  return refuse(
    409,
    "key_expired",
    "This key has expired; give it a later end, or make a new one.",
  );
}
