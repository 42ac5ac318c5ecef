import type { Person } from "../../access/principal.ts";
import type { CodeRow } from "./code-store.ts";
import { DEFAULT_REGION, DEFAULT_ROLE } from "./create-code.ts";
import { REPLAY_WINDOW_MS } from "./replay-window.ts";

/** What allows an enrolment: a code, or an operator without one. */
export interface Grant {
  /** Kept with the agent as `enrolled_via`. */
  via: string;
  actor: string;
  /** Whose credential must not have ended when the agent is made; null for a code. */
  by: Person | null;
  /** The name of the object through which all its uses go. */
  writer: string;
  tenantId: string;
  roles: string[];
  region: string;
  policyId: string | null;
  maxUses: number;
  expiresAt: number;
  /** A revoked code makes no agent; the same key still gets the agent that it made. */
  isRevoked: boolean;
  /** How long the same key gets the same agent. */
  replayMs: number;
  /** The row with the number of uses; null for an operator, whose enrolments are not counted. */
  code: CodeRow | null;
}

export function grantOfCode(code: CodeRow): Grant {
  const { id, tenantId, roles, region, policyId, maxUses, expiresAt } = code;
  return {
    via: id,
    actor: `enrollment_code:${id}`,
    by: null,
    writer: id,
    tenantId,
    roles,
    region,
    policyId,
    maxUses,
    expiresAt,
    isRevoked: code.revokedAt !== null,
    replayMs: REPLAY_WINDOW_MS,
    code,
  };
}

/** All enrolments of a tenant without a code go through one object. */
export function operatorsWriter(tenantId: string): string {
  return `operator/${tenantId}`;
}

export function grantOfOperator(by: Person, tenantId: string, role = DEFAULT_ROLE): Grant {
  return {
    via: by.subject,
    actor: by.subject,
    by,
    writer: operatorsWriter(tenantId),
    tenantId,
    roles: [role],
    region: DEFAULT_REGION,
    policyId: null,
    maxUses: Infinity,
    expiresAt: Infinity,
    isRevoked: false,
    replayMs: Infinity,
    code: null,
  };
}
