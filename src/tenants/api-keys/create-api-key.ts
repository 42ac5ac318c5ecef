import { doneBy } from "../../access/audit.ts";
import type { Person } from "../../access/principal.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import { refusePast } from "../../access/refuse-past.ts";
import { parseMoment } from "../../http/contract/index.ts";
import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { database, given } from "../../platform/index.ts";
import { scopesToMask } from "../gate/modules.ts";
import { tellOfKey } from "../gate/refresh-gate.ts";
import { refuseWayIn } from "../refuse-closed.ts";
import { refuseNew } from "../refuse-new.ts";
import { mintApiKey } from "./api-key.ts";
import type { NewApiKey } from "./schemas.ts";
import { insertApiKey, MAX_API_KEYS, type ApiKeyRow } from "./store.ts";

export interface IssuedApiKey {
  row: ApiKeyRow;
  key: string;
}

/** Makes a key. Its text is given once and stored nowhere. */
export async function createApiKey(
  env: Cloudflare.Env,
  by: Person,
  tenantId: TenantId,
  order: NewApiKey,
  now: number,
): Promise<IssuedApiKey | Refusal> {
  const db = database(env);
  const refused = await refuseNew(db, tenantId, refuseWayIn(by));
  if (refused !== undefined) return refused;
  const expiresAt = parseMoment(order.expiresAt) ?? null;
  const past = refusePast(expiresAt, now);
  if (past !== undefined) return past;
  const { id, text, hash, last4 } = mintApiKey(env.API_KEY_MAC_SECRET, tenantId);
  const row: ApiKeyRow = {
    id,
    tenantId,
    hash,
    last4,
    name: order.name,
    note: order.note,
    scopes: scopesToMask(order.scopes),
    allowedAddresses: order.allowedAddresses,
    createdBy: by.subject,
    createdAt: now,
    expiresAt,
    monthlyCap: order.monthlyCap,
    disabledAt: null,
    deletedAt: null,
    replacedBy: null,
  };
  const { name, scopes, monthlyCap } = order;
  const detail = { name, scopes, ...given({ monthlyCap: monthlyCap ?? undefined }) };
  const trace = { at: now, ...doneBy(by), tenantId, target: id, detail };
  const made = await insertApiKey(db, by, row, { ...trace, action: "api_key.created" });
  if (isRefusal(made)) return made;
  if (!made) return tooManyKeys();
  await tellOfKey(env, tenantId);
  return { row, key: text };
}

export function tooManyKeys(): Refusal {
  return refuse(409, "api_key_limit", `A tenant may have at most ${MAX_API_KEYS} keys.`);
}
