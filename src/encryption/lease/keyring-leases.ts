import { remember } from "../../platform/index.ts";
import { TenantLease } from "./tenant-lease.ts";
import { MAX_LEASES } from "./terms.ts";

/** The leases of one isolate. When there are too many, the one that was not used for longest goes. */
export class KeyringLeases {
  private readonly byTenant = new Map<string, TenantLease>();
  private newest: TenantLease | undefined;

  of(tenantId: string): TenantLease {
    // Without this, deleting and adding the same entry again and again would make V8 rebuild the map.
    if (this.newest?.tenantId === tenantId) return this.newest;
    const lease = this.byTenant.get(tenantId) ?? new TenantLease(tenantId);
    remember(this.byTenant, tenantId, lease, MAX_LEASES);
    this.newest = lease;
    return lease;
  }

  /** After a change by this isolate, which must see it at once. */
  forget(tenantId: string): void {
    this.byTenant.get(tenantId)?.end();
  }
}
