import { remember } from "../../platform/index.ts";
import { TenantLease } from "./tenant-lease.ts";
import { MAX_LEASES } from "./terms.ts";

/** The leases of one isolate. The one that was not used for longest makes room for a new one. */
export class KeyringLeases {
  private readonly byTenant = new Map<string, TenantLease>();
  private newest: TenantLease | undefined;

  of(tenantId: string): TenantLease {
    // To put it in front again would make the map anew every other time.
    if (this.newest?.tenantId === tenantId) return this.newest;
    const lease = this.byTenant.get(tenantId) ?? new TenantLease(tenantId);
    remember(this.byTenant, tenantId, lease, MAX_LEASES);
    this.newest = lease;
    return lease;
  }

  /** After a change that this isolate made itself: it must see it at once. */
  forget(tenantId: string): void {
    this.byTenant.get(tenantId)?.end();
  }
}
