import { recordAudit } from "../../access/audit.ts";
import type { Person } from "../../access/principal.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import { refuse, type Refusal } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import { refreshGate } from "../gate/refresh-gate.ts";
import { mintApiKey } from "./api-key.ts";
import { noSuchKey } from "./change-api-key.ts";
import { tooManyKeys, type IssuedApiKey } from "./create-api-key.ts";
import { findApiKey, insertApiKey, updateApiKey, type ApiKeyRow } from "./store.ts";

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
  const old = await findApiKey(db, tenantId, id);
  if (old === undefined) return noSuchKey();
  if (old.replacedBy !== null) {
    return refuse(409, "already_replaced", "This key was replaced before; rotate the new one.");
  }
  const { text, ...minted } = mintApiKey(env.API_KEY_MAC_SECRET, tenantId);
  const row: ApiKeyRow = { ...old, ...minted, createdBy: by.subject, createdAt: now };
  if (!(await insertApiKey(db, row))) return tooManyKeys();
  const end = now + graceSeconds * 1000;
  const expiresAt = old.expiresAt === null ? end : Math.min(end, old.expiresAt);
  await updateApiKey(db, tenantId, id, { expiresAt, replacedBy: row.id });
  const trace = { at: now, actor: by.subject, tenantId, target: id };
  await recordAudit(db, {
    ...trace,
    action: "api_key.rotated",
    detail: { to: row.id, graceSeconds },
  });
  await refreshGate(env, tenantId);
  return { row, key: text };
}
