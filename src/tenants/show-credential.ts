import { timeOf } from "../platform/index.ts";
interface Stored {
  id: string;
  name: string;
  tenants: string[] | null;
  last4: string;
  createdBy: string;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
}

/** What is shown of a stored credential: everything but its hash. */
export function showCredential(row: Stored) {
  const { id, name, tenants, last4, createdBy } = row;
  return {
    id,
    name,
    tenants,
    last4,
    createdBy,
    createdAt: timeOf(row.createdAt),
    expiresAt: timeOf(row.expiresAt),
    revokedAt: timeOf(row.revokedAt),
  };
}
