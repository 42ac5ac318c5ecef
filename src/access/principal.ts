import type { Permission, ServiceOperation } from "./permissions.ts";

/** The tenants that a caller may touch; "all" for operators. */
export type Reach = "all" | readonly string[];

/** Who does something, and by which request; both are written to the audit log. */
export interface Doer {
  subject: string;
  requestId?: string;
}

/** A person of one or more tenants (member), or of the company that runs Rampart (operator). */
export interface Person extends Doer {
  kind: "member" | "operator";
  reach: Reach;
  permissions: ReadonlySet<Permission>;
  /** The person, if known; for a token, its owner. */
  personId?: string;
  /** For a token that belongs to nobody: the first token of the line that it was made in. */
  line?: string;
  /** When a token made here ends; absent for passkeys and OIDC. */
  endsAt?: number;
  /** When the session of the portal began; absent for other credentials. */
  startedAt?: number;
  /** When the identity provider issued the token; absent for other credentials. */
  vouchedAt?: number;
}

/**
 * What subjects begin with: of people in the portal, of services, of our own tokens, and of people
 * who call with a token of an OIDC issuer.
 */
export const PERSON_SUBJECT = "person:";
export const SERVICE_SUBJECT = "service:";
export const TOKEN_SUBJECT = "token:";
export const OIDC_SUBJECT = "oidc:";

export interface Service {
  kind: "service";
  subject: string;
  reach: Reach;
  permissions: ReadonlySet<ServiceOperation>;
}

export interface Agent {
  kind: "agent";
  subject: string;
  reach: readonly [tenantId: string];
  agentId: string;
}

export type Principal = Person | Service | Agent;
export type PrincipalKind = Principal["kind"];

export function isPerson(principal: Principal): principal is Person {
  return principal.kind === "operator" || principal.kind === "member";
}

declare module "hono" {
  interface ContextVariableMap {
    principal: Principal;
  }
}
