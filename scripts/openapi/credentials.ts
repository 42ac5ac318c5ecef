import type { SecurityRequirement, SecurityScheme } from "./document.ts";

export const SECURITY_SCHEMES = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description:
      "A personal access token (`rmp_pat_...`) made in the portal, or a JWT of a configured OIDC issuer.",
  },
  serviceKey: {
    type: "apiKey",
    in: "header",
    name: "X-Internal-Service-Key",
    description: "An internal service key (`rmp_svc_...`) of one of the company's own services.",
  },
  agentCertificate: {
    type: "mutualTLS",
    description: "The client certificate that the agent got when it enrolled.",
  },
  tenantId: {
    type: "apiKey",
    in: "header",
    name: "X-Tenant-ID",
    description: "The tenant that the API key belongs to.",
  },
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "A tenant's API key (`rmp_live_...`) made in the portal, with the module's scope.",
  },
  bouncerKey: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "`tenant:key` in one header, for bouncers that know one key, and exports alone.",
  },
  basic: {
    type: "http",
    scheme: "basic",
    description: "The tenant as the name and its API key as the password, for exports alone.",
  },
} as const satisfies Record<string, SecurityScheme>;

export type SchemeName = keyof typeof SECURITY_SCHEMES;

/**
 * One way to be admitted: schemes that are needed together, and the permissions that they must have.
 */
export interface Credential {
  schemes: readonly SchemeName[];
  permissions?: readonly string[];
}

export interface Access {
  /** Any one of them is enough; if there is none, the route is public. */
  credentials: readonly Credential[];
  /** The kinds of caller, if the credential alone does not tell. */
  callers?: readonly string[];
}

export function writeSecurity({ credentials }: Access): SecurityRequirement[] {
  return credentials.map(({ schemes, permissions = [] }) =>
    Object.fromEntries(schemes.map((scheme) => [scheme, [...permissions]])),
  );
}
