import { doneBy } from "../../access/audit.ts";
import type { Person } from "../../access/principal.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import { refreshGate } from "../gate/refresh-gate.ts";
import { refuseNew } from "../refuse-new.ts";
import { mintApiKey } from "./api-key.ts";
import { noSuchKey } from "./change-api-key.ts";
import { tooManyKeys, type IssuedApiKey } from "./create-api-key.ts";
import { findApiKey, replaceApiKey, type ApiKeyRow } from "./store.ts";

/** A new key with the same rights; the old one goes on for the grace that was asked for. */
export async function rotateApiKey(
  env: Cloudflare.Env,
  by: Person,
  tenantId: TenantId,
  id: string,
  graceSeconds: number,
  now: number,
): Promise<IssuedApiKey | Refusal> {
  const db = database(env);
  const refused = await refuseNew(db, tenantId);
  if (refused !== undefined) return refused;
  const old = replaceable(await findApiKey(db, tenantId, id), now);
  if (isRefusal(old)) return old;
  const { text, ...minted } = mintApiKey(env.API_KEY_MAC_SECRET, tenantId);
  const row: ApiKeyRow = { ...old, ...minted, createdBy: by.subject, createdAt: now };
  const end = now + graceSeconds * 1000;
  const expiresAt = old.expiresAt === null ? end : Math.min(end, old.expiresAt);
  const detail = { to: row.id, graceSeconds };
  const trace = { at: now, ...doneBy(by), tenantId, target: id, detail };
  if (!(await replaceApiKey(db, { id, expiresAt }, row, { ...trace, action: "api_key.rotated" }))) {
    const still = replaceable(await findApiKey(db, tenantId, id), now);
    return isRefusal(still) ? still : tooManyKeys();
  }
  await refreshGate(env, tenantId);
  return { row, key: text };
}

/** The key if it may be replaced: it works and was not replaced yet. */
function replaceable(key: ApiKeyRow | undefined, now: number): ApiKeyRow | Refusal {
  if (key === undefined) return noSuchKey();
  if (key.replacedBy !== null) {
    return refuse(409, "already_replaced", "This key was replaced before; rotate the new one.");
  }
  // The new key would be disabled too: it takes over everything but the text.
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
