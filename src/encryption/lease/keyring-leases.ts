import { remember } from "../../platform/index.ts";
import { TenantLease } from "./tenant-lease.ts";
import { MAX_LEASES } from "./terms.ts";

/** The leases of one isolate. The one that was not used for longest makes room for a new one. */
export class KeyringLeases {
  private readonly byTenant = new Map<string, TenantLease>();

  of(tenantId: string): TenantLease {
    const lease = this.byTenant.get(tenantId) ?? new TenantLease(tenantId);
    remember(this.byTenant, tenantId, lease, MAX_LEASES);
    return lease;
  }

  /** After a change that this isolate made itself: it must see it at once. */
  forget(tenantId: string): void {
    this.byTenant.get(tenantId)?.end();
  }
}
