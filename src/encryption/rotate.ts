import type { TenantId } from "../access/claim-tenant.ts";
import type { Doer } from "../access/principal.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import { database } from "../platform/index.ts";
import { callKeyring } from "./call-keyring.ts";
import type { KeyAccess } from "./key-access.ts";
import type { Rotated } from "./keyring/record.ts";
import { LEASE_MS } from "./lease/terms.ts";
import { keyNotProvisioned } from "./refusals.ts";
import { mayHaveKeyring } from "./store.ts";

/** Makes the next version current. Repeated with the same idempotency key it makes no second one. */
export async function rotateKey(
  access: KeyAccess,
  tenantId: TenantId,
  by: Doer,
  idempotencyKey?: string,
): Promise<(Rotated & { settledAt: number }) | Refusal> {
  if (!(await mayHaveKeyring(database(access.env), tenantId))) return keyNotProvisioned();
  const at = access.platform.now();
  const done = await callKeyring(access, tenantId, async (keyring) =>
    keyring.rotate(at, by, idempotencyKey),
  );
  if (isRefusal(done)) return done;
  access.leases.forget(tenantId);
  const { at: since = access.platform.now(), ...versions } = done;
  return { ...versions, settledAt: since + LEASE_MS };
}
