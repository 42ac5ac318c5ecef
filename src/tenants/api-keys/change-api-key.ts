import { doneBy } from "../../access/audit.ts";
import type { Person } from "../../access/principal.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import { refusePast } from "../../access/refuse-past.ts";
import { parseMoment } from "../../http/contract/index.ts";
import { noSuch, refuse, type Refusal } from "../../http/index.ts";
import { database, given } from "../../platform/index.ts";
import { maskToScopes, scopesToMask } from "../gate/modules.ts";
import { refreshGate } from "../gate/refresh-gate.ts";
import type { ApiKeyChange } from "./schemas.ts";
import { findApiKey, updateApiKey, type ApiKeyRow } from "./store.ts";

/** Which key somebody changes, replaces or deletes. */
export interface KeyEdit {
  by: Person;
  tenantId: TenantId;
  id: string;
  now: number;
}

/** Changes a key. Takes effect everywhere within one lease. */
export async function changeApiKey(
  env: Cloudflare.Env,
  edit: KeyEdit,
  change: ApiKeyChange,
): Promise<ApiKeyRow | Refusal> {
  const columns = columnsOf(change, edit.now);
  const past = refusePast(columns.expiresAt ?? null, edit.now);
  return past ?? writeKey(env, edit, "api_key.changed", columns);
}

/** Ends a key for good. Its row stays, because usage refers to it, but is no longer shown. */
export function deleteApiKey(env: Cloudflare.Env, edit: KeyEdit): Promise<ApiKeyRow | Refusal> {
  return writeKey(env, edit, "api_key.deleted", { deletedAt: edit.now });
}

async function writeKey(
  env: Cloudflare.Env,
  { by, tenantId, id, now }: KeyEdit,
  action: string,
  columns: Partial<ApiKeyRow>,
): Promise<ApiKeyRow | Refusal> {
  const db = database(env);
  const scopes = columns.scopes === undefined ? undefined : maskToScopes(columns.scopes);
  const trace = {
    at: now,
    ...doneBy(by),
    action,
    tenantId,
    target: id,
    detail: { ...columns, scopes },
  };
  const row = await updateApiKey(db, by, { tenantId, id }, columns, trace);
  // Done even if nothing changed: an earlier try may have failed right before this step.
  await refreshGate(env, tenantId);
  if (row !== undefined) return row;
  return (await findApiKey(db, tenantId, id)) === undefined ? noSuchKey() : endsWithItsGrace();
}

export function noSuchKey(): Refusal {
  return noSuch("API key");
}

function endsWithItsGrace(): Refusal {
  const message = "This key was replaced: its end can be brought forward, not put off.";
  return refuse(409, "key_replaced", message, {
    details: [{ path: "expiresAt", message: "must not lie after the end that the key has" }],
  });
}

function columnsOf(change: ApiKeyChange, now: number): Partial<ApiKeyRow> {
  const { scopes, expiresAt, disabled, ...asGiven } = change;
  const disabledAt = disabled === true ? now : null;
  return given({
    ...asGiven,
    scopes: scopes && scopesToMask(scopes),
    expiresAt: parseMoment(expiresAt),
    disabledAt: disabled === undefined ? undefined : disabledAt,
  });
}
