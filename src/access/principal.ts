import type { Permission, ServiceOperation } from "./permissions.ts";

/** The tenants that a caller may touch. "all" is the cross-tenant grant of an operator. */
export type Reach = "all" | readonly string[];

/** Who does something, and with which request: both stand beside what it changes. */
export interface Doer {
  subject: string;
  requestId?: string;
}

/** Somebody of one or more tenants (member) or of the company that runs Rampart (operator). */
export interface Person extends Doer {
  kind: "member" | "operator";
  reach: Reach;
  permissions: ReadonlySet<Permission>;
  /** Who stands behind the credential, where that is known: of a token, who made it. */
  personId?: string;
  /** When a token made here ends; absent for whom a passkey or an OIDC issuer vouches for. */
  endsAt?: number;
  /** When a session of the portal began; other credentials lack it. */
  startedAt?: number;
}

/**
 * What the subject of every person of the portal begins with, of every service, of every token, and of
 * whom an issuer's own token vouches for.
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

declare module "hono" {
  interface ContextVariableMap {
    principal: Principal;
  }
}
