import type { Refusal } from "../../http/index.ts";
import type { PresentedKey } from "../api-keys/api-key.ts";
import type { HeldCap } from "./key-cap.ts";
import type { HeldLease, ReadyKey } from "./held-lease.ts";
import type { LeaseHolder } from "./lease-holder.ts";
import { allows, type Module } from "./modules.ts";
import { missingScope, unauthorized } from "./refusals.ts";
import type { Background } from "./report-after-silence.ts";

export interface Admission extends Background {
  tenantId: string;
  keyId: string;
  /** Undefined: no cap of its own. */
  cap: HeldCap | undefined;
  module: Module;
  holder: LeaseHolder;
  lease: HeldLease;
}

/** A key with a good MAC, and the only tenant that it was made for. */
export interface ReadKey extends PresentedKey {
  tenantId: string;
}

export interface GateCall extends Background {
  tenantId: string | undefined;
  key: string | undefined;
  /** Called only if the key is bound to addresses. */
  address: () => string | undefined;
  /** Called as soon as the key's owner is known, even if the call is then refused. */
  noteOwner: (tenantId: string, keyId: string) => void;
  module: Module;
  now: number;
}

/**
 * Admits or refuses a call by what the lease says of its key: whether it counts now, from this
 * address, and for this module.
 */
export function judge(
  { address, noteOwner, module, now, outlive, wait }: GateCall,
  presented: ReadKey,
  holder: LeaseHolder,
  lease: HeldLease,
): Admission | Refusal {
  const entry = lease.keys.get(presented.id);
  if (entry === undefined || !mayUse(lease, entry, presented, address, now)) return unauthorized();
  const { tenantId } = presented;
  noteOwner(tenantId, entry.id);
  if (!allows(entry.scopes, module)) {
    return missingScope(module, holder.quota(), holder.remaining(), holder.inMonth(now));
  }
  return { tenantId, keyId: entry.id, cap: entry.cap, module, holder, lease, outlive, wait };
}

function mayUse(
  { terms }: HeldLease,
  entry: ReadyKey,
  presented: PresentedKey,
  addressOf: () => string | undefined,
  now: number,
): boolean {
  // Both are hashes of a 256-bit secret: the time of this comparison tells nothing useful.
  if (terms.status !== "active" || entry.hash !== presented.hash) return false;
  if (entry.expiresAt !== null && entry.expiresAt <= now) return false;
  if (entry.allowed === undefined) return true;
  const address = addressOf();
  return address !== undefined && entry.allowed.holds(address);
}
