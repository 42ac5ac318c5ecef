import type { TenantId } from "../access/claim-tenant.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import { DAY_MS, database, timeOf } from "../platform/index.ts";
import { callKeyring } from "./call-keyring.ts";
import type { KeyAccess } from "./key-access.ts";
import { destructionOf, type Destruction } from "./destruction.ts";
import type { VersionRow } from "./keyring/record.ts";
import { keyNotProvisioned } from "./refusals.ts";
import type { KeyStatus, VersionStatus } from "./key-answers.ts";
import { listRoots, type RootEntry } from "./store.ts";

/** A version under which nothing was decrypted for this long is safe to disable. */
export const QUIET_DAYS = 30;

/** A tenant's key versions: states, counts, ages, and which are safe to disable. Never a key. */
export async function showKey(access: KeyAccess, tenantId: TenantId): Promise<KeyStatus | Refusal> {
  const [view, roots] = await Promise.all([
    callKeyring(access, tenantId, async (keyring) => keyring.view()),
    listRoots(database(access.env)),
  ]);
  if (isRefusal(view)) return view;
  if (view === null) return keyNotProvisioned();
  const now = access.platform.now();
  const { keyring, versions } = view;
  const { rotateAfterEncryptions: afterEncryptions, rotateAfterDays: afterDays } = keyring;
  const manual = afterEncryptions === null && afterDays === null;
  return {
    tenantId,
    currentVersion: keyring.current,
    minEncryptionVersion: keyring.minimum,
    autoRotation: manual ? null : { afterEncryptions, afterDays },
    createdAt: timeOf(keyring.createdAt),
    versions: versions.map((row) => showVersion(row, roots, now)),
  };
}

function showVersion(row: VersionRow, roots: readonly RootEntry[], now: number): VersionStatus {
  const destruction = destructionOf(row, roots);
  return {
    version: row.version,
    state: row.state,
    keyId: row.keyId,
    rootId: row.rootId,
    createdAt: timeOf(row.createdAt),
    ageDays: Math.floor((now - row.createdAt) / DAY_MS),
    retiredAt: timeOf(row.retiredAt),
    disabledAt: timeOf(row.disabledAt),
    encryptions: row.encryptions,
    decryptions: row.decryptions,
    lastDecryptedAt: timeOf(row.lastDecryptedAt),
    safeToDisable: isQuiet(row, now),
    destruction: destruction && showDestruction(destruction),
  };
}

/** Whether it was replaced, and not used to decrypt, for so long that probably nothing needs it. */
function isQuiet({ state, retiredAt, lastDecryptedAt }: VersionRow, now: number): boolean {
  if (state !== "decrypt_only" || retiredAt === null) return false;
  return now - Math.max(retiredAt, lastDecryptedAt ?? 0) >= QUIET_DAYS * DAY_MS;
}

function showDestruction(destruction: Destruction) {
  return {
    destroyedAt: timeOf(destruction.destroyedAt),
    destroyedBy: destruction.destroyedBy,
    historyEndsAt: timeOf(destruction.historyEndsAt),
    rootIds: destruction.rootIds,
    rootsGoneAt: timeOf(destruction.rootsGoneAt),
    finalAt: timeOf(destruction.finalAt),
  };
}
