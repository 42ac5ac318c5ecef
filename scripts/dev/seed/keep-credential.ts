import type { Seeding } from "../seed.ts";

interface Credential {
  tenantId: string;
  known: string | undefined;
  /** Whether the known one may still be used. */
  counts: (known: string) => Promise<boolean>;
  make: () => Promise<string>;
}

/** Keeps a tenant's credential, or makes a new one; a closed tenant has none. */
export async function keepCredential({ closed }: Seeding, of: Credential): Promise<string> {
  if (closed.has(of.tenantId)) return "";
  return of.known !== undefined && (await of.counts(of.known)) ? of.known : of.make();
}
