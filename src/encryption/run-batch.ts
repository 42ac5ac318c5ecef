import type { TenantId } from "../access/index.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import type { Desk } from "./desk.ts";
import { encryptingKey, tooLong } from "./encrypt.ts";
import { openCiphertext, type Encrypted, type Reader } from "./open-ciphertext.ts";
import type { BatchResult } from "./schemas.ts";
import {
  deriveAfresh,
  newMessageKey,
  sealField,
  type DeriveMessageKey,
  type MessageKey,
} from "./suite/field.ts";

interface Referenced {
  reference?: string | undefined;
}

type PlainItem = Referenced & { value: string; context?: string | undefined };
type EncryptedItem = Referenced & Encrypted;

/** Values of one batch share half of their nonce, and with it a message key (decision 0041). */
export async function encryptBatch(
  desk: Desk,
  tenantId: TenantId,
  items: readonly PlainItem[],
): Promise<BatchResult[] | Refusal> {
  const sealing = await sealingFor(desk, tenantId);
  if (isRefusal(sealing)) return sealing;
  const results = await Promise.all(items.map((item) => sealItem(sealing, item)));
  countSealed(desk, tenantId, sealing, results);
  return results;
}

export async function decryptBatch(
  desk: Desk,
  tenantId: TenantId,
  items: readonly EncryptedItem[],
  reader: Omit<Reader, "action">,
): Promise<BatchResult[] | Refusal> {
  const by = { ...reader, action: "decrypt" as const };
  const derive = rememberingDerive();
  const opened = await Promise.all(
    items.map((item) => openCiphertext(desk, tenantId, item, by, derive)),
  );
  return (
    wholeRefusal(opened) ??
    opened.map((outcome, at) => {
      if (isRefusal(outcome)) return failed(items[at], outcome);
      return { ...named(items[at]), ok: true, decrypted: outcome.value };
    })
  );
}

export async function rewrapBatch(
  desk: Desk,
  tenantId: TenantId,
  items: readonly EncryptedItem[],
  reader: Omit<Reader, "action">,
): Promise<BatchResult[] | Refusal> {
  const by = { ...reader, action: "rewrap" as const };
  const sealing = await sealingFor(desk, tenantId);
  if (isRefusal(sealing)) return sealing;
  const derive = rememberingDerive();
  const opened = await Promise.all(
    items.map((item) => openCiphertext(desk, tenantId, item, by, derive)),
  );
  const refused = wholeRefusal(opened);
  if (refused !== undefined) return refused;
  const results = await Promise.all(
    opened.map(async (outcome, at): Promise<BatchResult> => {
      const item = items[at];
      if (isRefusal(outcome)) return failed(item, outcome);
      return sealItem(sealing, { ...named(item), value: outcome.value, context: item?.context });
    }),
  );
  countSealed(desk, tenantId, sealing, results);
  return results;
}

async function sealingFor(desk: Desk, tenantId: TenantId): Promise<MessageKey | Refusal> {
  const key = await encryptingKey(desk, tenantId);
  return isRefusal(key) ? key : newMessageKey(key);
}

async function sealItem(sealing: MessageKey, item: PlainItem): Promise<BatchResult> {
  const refused = tooLong(item.value, item.context);
  if (refused !== undefined) return failed(item, refused);
  const encrypted = await sealField(sealing, item.value, item.context);
  return { ...named(item), ok: true, encrypted };
}

function countSealed(
  desk: Desk,
  tenantId: TenantId,
  { version }: MessageKey,
  results: readonly BatchResult[],
): void {
  const times = results.filter(({ ok }) => ok).length;
  if (times > 0) desk.leases.of(tenantId).count(desk, version.version, "encryptions", times);
}

/** What concerns the tenant as a whole, and not one item, ends the batch. */
function wholeRefusal(outcomes: readonly unknown[]): Refusal | undefined {
  return outcomes
    .filter(isRefusal)
    .find(({ status, error }) => status === 503 || error === "key_not_provisioned");
}

function failed(item: Referenced | undefined, { status, error, message }: Refusal): BatchResult {
  return { ...named(item), ok: false, error: { statusCode: status, error, message } };
}

function named(item: Referenced | undefined): { reference?: string } {
  return item?.reference === undefined ? {} : { reference: item.reference };
}

/** Ciphertexts of one batch often start their nonces alike: each start is derived once. */
function rememberingDerive(): DeriveMessageKey {
  const known = new Map<string, Promise<CryptoKey>>();
  return (version, nonceStart) => {
    const name = `${version.version} ${Buffer.from(nonceStart).toString("base64")}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    const derived = deriveAfresh(version, nonceStart);
    known.set(name, derived);
    return derived;
  };
}
