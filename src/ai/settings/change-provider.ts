import { doneBy, type AuditEntry } from "../../access/audit.ts";
import type { Person } from "../../access/principal.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import { isRefusal, noSuch, refuse, refuseField, type Refusal } from "../../http/index.ts";
import { checkAddress, database, type Database, type Surroundings } from "../../platform/index.ts";
import { refuseNew } from "../../tenants/refuse-new.ts";
import { EMBEDDED } from "../caller.ts";
import type { OwnProvider } from "../providers/own-provider.ts";
import { isOfService } from "../providers/providers-for.ts";
import type { ProviderOrder } from "./schemas.ts";
import { destinationOf, sealKey } from "./seal-key.ts";
import {
  deleteProvider,
  MAX_PROVIDERS,
  putProvider,
  readTenantAi,
  type ProviderRow,
} from "./store.ts";
import { forgetTenantAi } from "./tenant-ai.ts";

const LAST = 4;
/** The shortest key whose last four characters are shown. Of a shorter one they would tell too much. */
const LEAST_TO_SHOW = 16;

/** One provider of one tenant, by its name, and who changes it. */
export interface ProviderChange extends Surroundings {
  by: Person;
  tenantId: TenantId;
  name: string;
}

/** Stores a provider of the tenant's own. Its key is sealed for its address and never shown. */
export async function saveProvider(
  change: ProviderChange,
  order: ProviderOrder,
  ownHost: string,
): Promise<ProviderRow | Refusal> {
  const { env, platform, by, tenantId, name } = change;
  const { provider: wanted, key } = order;
  if (name === EMBEDDED || isOfService(env, name)) {
    return refuse(409, "name_taken", "A provider of the service has this name.");
  }
  const provider = await withAddress(change, wanted, ownHost);
  if (isRefusal(provider)) return provider;
  const db = database(env);
  const before = (await readTenantAi(db, tenantId)).own.find((row) => row.name === name);
  const refused = before === undefined ? await refuseNew(db, tenantId) : undefined;
  if (refused !== undefined) return refused;
  if (key === undefined && needsKey(provider, before)) {
    return refuseField("key", "is needed, because this provider or its address is new");
  }
  const keyParts = key === undefined ? keptKey(before) : await newKey(change, provider, key);
  if (isRefusal(keyParts)) return keyParts;
  const row: ProviderRow = {
    tenantId,
    name,
    provider,
    ...keyParts,
    updatedBy: by.subject,
    updatedAt: platform.now(),
  };
  const { kind } = provider;
  const host = kind === "openai-compatible" ? new URL(provider.baseUrl).host : undefined;
  const detail = { kind, newKey: key !== undefined, host };
  const audit = traceOf(change, "ai.provider.saved", detail);
  const isPut = await putProvider(db, row, key === undefined, audit);
  if (!isPut && (await isFull(db, tenantId, name))) return tooMany();
  forgetTenantAi(tenantId);
  // The stored key that was to be kept was changed or removed meanwhile.
  return isPut ? row : saveProvider(change, order, ownHost);
}

async function isFull(db: Database, tenantId: TenantId, name: string): Promise<boolean> {
  const { own } = await readTenantAi(db, tenantId);
  return own.filter((row) => row.name !== name).length >= MAX_PROVIDERS;
}

/**
 * Whether the request must bring a key. Without a stored key only speech needs one, because a model may
 * run on the tenant's own machines. A stored key is not kept for another address.
 */
function needsKey(provider: OwnProvider, before: ProviderRow | undefined): boolean {
  if (before === undefined || before.sealedKey === null) {
    return provider.kind !== "openai-compatible";
  }
  return destinationOf(before.provider) !== destinationOf(provider);
}

type KeyParts = Pick<ProviderRow, "sealedKey" | "keyLast4">;

function keptKey(before: ProviderRow | undefined): KeyParts {
  return { sealedKey: before?.sealedKey ?? null, keyLast4: before?.keyLast4 ?? null };
}

async function newKey(
  { env, platform, tenantId, name }: ProviderChange,
  settings: OwnProvider,
  key: string,
): Promise<KeyParts | Refusal> {
  const sealedKey = await sealKey({ env, platform, tenantId }, { name, settings }, key);
  if (isRefusal(sealedKey)) return sealedKey;
  return { sealedKey, keyLast4: key.length < LEAST_TO_SHOW ? null : key.slice(-LAST) };
}

export async function removeProvider(change: ProviderChange): Promise<void | Refusal> {
  const { env, tenantId, name } = change;
  const audit = traceOf(change, "ai.provider.removed", {});
  if (!(await deleteProvider(database(env), tenantId, name, audit))) {
    return noSuch("provider");
  }
  forgetTenantAi(tenantId);
}

async function withAddress(
  { env, platform }: ProviderChange,
  provider: OwnProvider,
  ownHost: string,
): Promise<OwnProvider | Refusal> {
  if (provider.kind !== "openai-compatible") return provider;
  const path = "provider.baseUrl";
  const baseUrl = await checkAddress(env, platform.fetch, provider.baseUrl, ownHost, path);
  if (isRefusal(baseUrl)) return baseUrl;
  if (baseUrl.includes("?")) return refuseField(path, "must not hold a query");
  return { ...provider, baseUrl };
}

function traceOf(
  { platform, by, tenantId, name }: ProviderChange,
  action: string,
  detail: Record<string, unknown>,
): AuditEntry {
  return { at: platform.now(), ...doneBy(by), action, tenantId, target: name, detail };
}

function tooMany(): Refusal {
  return refuse(409, "provider_limit", `A tenant may have at most ${MAX_PROVIDERS} providers.`);
}
