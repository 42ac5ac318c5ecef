import * as z from "zod";

/** Signatures that prove who signed: never "none", never a shared secret. */
const ALGORITHMS = ["RS256", "PS256", "ES256", "ES384", "EdDSA"] as const;

const issuer = z.strictObject({
  issuer: z.url(),
  audience: z.string().min(1),
  jwksUri: z.url(),
  algorithms: z.array(z.enum(ALGORITHMS)).min(1),
  /** "operator": its people reach all tenants. "member": the tenant claim says which. */
  grants: z.enum(["operator", "member"]),
  tenantClaim: z.string().default("tenant_id"),
  roleClaim: z.string().default("role"),
  /** Role of ours for each value of theirs; a person without a known role may do nothing. */
  roles: z.record(z.string(), z.enum(["viewer", "analyst", "operator", "security-admin", "owner"])),
});

export type OidcIssuer = z.infer<typeof issuer>;

const parsed = new Map<string, readonly OidcIssuer[]>();

/** The configured issuers, read once per isolate. A broken setting is a failure, not a bypass. */
export function oidcIssuers(setting: string): readonly OidcIssuer[] {
  const known = parsed.get(setting);
  if (known !== undefined) return known;
  const issuers = z.array(issuer).parse(JSON.parse(setting));
  parsed.set(setting, issuers);
  return issuers;
}
