import { TenantLease } from "./tenant-lease.ts";
import { MAX_LEASES } from "./terms.ts";

/** The leases of one isolate, those used last kept longest. */
export class KeyringLeases {
  private readonly byTenant = new Map<string, TenantLease>();
  private readonly maxLeases: number;

  constructor(maxLeases = MAX_LEASES) {
    this.maxLeases = maxLeases;
  }

  of(tenantId: string): TenantLease {
    const known = this.byTenant.get(tenantId);
    if (known !== undefined) {
      this.byTenant.delete(tenantId);
      this.byTenant.set(tenantId, known);
      return known;
    }
    if (this.byTenant.size >= this.maxLeases) {
      const [oldest] = this.byTenant.keys();
      if (oldest !== undefined) this.byTenant.delete(oldest);
    }
    const lease = new TenantLease(tenantId);
    this.byTenant.set(tenantId, lease);
    return lease;
  }

  /** After a change of this isolate's own making, which it should see at once. */
  forget(tenantId: string): void {
    this.byTenant.get(tenantId)?.end();
  }
}
