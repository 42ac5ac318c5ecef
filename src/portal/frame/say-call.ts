/** What anybody may ask. */
export const EXAMPLE = "urlsearch?value=example.com";

interface ApiCall {
  origin: string;
  /** Module and query. */
  asked: string;
  tenantId: string;
  key: string;
}

/** A call of a module, to be pasted into a shell. */
export function sayCall({ origin, asked, tenantId, key }: ApiCall): string {
  return sayCommand(
    `curl "${origin}/api/v1/${asked}"`,
    `-H "X-Tenant-ID: ${tenantId}"`,
    `-H "X-API-Key: ${key}"`,
  );
}

/** A command over several lines of a shell. */
export function sayCommand(...parts: string[]): string {
  return parts.join(" \\\n  ");
}
