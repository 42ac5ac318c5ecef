import { timeOf } from "../../platform/index.ts";
import type { TenantFleet } from "../../fleet/describe-tenant-fleet.ts";
import type { Language } from "../text/guess-language.ts";
import type { Security } from "./schemas.ts";
import { gradeOf, worstOf, type Advice, type Judged, type ToolStatus } from "./tool.ts";

const QUOTA_WARNING = 0.8;
const LEAST_SECURE = 0.4;
const GOOD_SECURE = 0.7;
const UNWELL = ["missing", "offline", "stale", "error", "degraded"] as const;

/** "none": the tenant never had a key. "unknown": the keyring cannot be reached now. */
export type KeyPart = { version: number; ageDays: number; versions: number } | "none" | "unknown";

interface Quota {
  limit: number;
  used: number;
}

export interface TenantParts {
  tenant: { status: "active" | "suspended" | "closed"; plan: string };
  quota: Quota;
  agents: TenantFleet;
  key: KeyPart;
  security: (Security & { collectedAt: string; fresh: boolean }) | undefined;
}

interface Part {
  status: ToolStatus;
  fact: string;
}

/** Judges a tenant by its worst part. A part without data is left out, and not made up. */
export function judgeTenant(known: TenantParts, language: Language): Judged {
  const { tenant, quota, agents, key, security } = known;
  const spanish = language === "es";
  const parts: Part[] = [
    judgeStatus(tenant, spanish),
    judgeAgents(agents, spanish),
    judgeCertificates(agents, spanish),
    judgeKey(key, spanish),
    judgeQuota(quota, spanish),
    ...(security === undefined ? [] : [judgeSecurity(security, spanish)]),
  ];
  const [first = "", ...others] = parts.map(({ fact }) => fact).filter((fact) => fact !== "");
  const { certificates, ...fleet } = agents;
  const { fresh: _fresh, ...score } = security ?? {};
  const { nextExpiresAt: next, ...counts } = certificates;
  return {
    result: {
      tool: "GetTenantStatus",
      status: worstOf(parts.map(({ status }) => status)),
      data: {
        tenant,
        agents: fleet,
        certificates: { ...counts, nextExpiresAt: timeOf(next) },
        encryption: typeof key === "string" ? { state: key } : { state: "provisioned", ...key },
        quota,
        ...(security === undefined ? {} : { security: score }),
      },
      evidence: `${first.charAt(0).toUpperCase()}${first.slice(1)}; ${others.join("; ")}.`,
    },
    advice: shareOf(quota) < QUOTA_WARNING ? [] : [adviseOnQuota(quota, spanish)],
  };
}

const STATUS_ES = { active: "activo", suspended: "suspendido", closed: "cerrado" };

function judgeStatus({ status }: TenantParts["tenant"], spanish: boolean): Part {
  const fact = spanish ? `cliente ${STATUS_ES[status]}` : `tenant ${status}`;
  return { status: status === "active" ? "ok" : "error", fact };
}

function judgeQuota(quota: Quota, spanish: boolean): Part {
  const share = shareOf(quota);
  const { used, limit } = quota;
  const percent = percentOf(used, limit);
  const fact = spanish
    ? `cuota usada: ${used} de ${limit} (${percent} %)`
    : `quota used: ${used} of ${limit} (${percent} %)`;
  return { status: gradeOf(share >= 1, share >= QUOTA_WARNING), fact };
}

function shareOf({ used, limit }: Quota): number {
  return limit === 0 ? 1 : used / limit;
}

/** Agents in trouble are a warning. It is an error if all agents are. */
function judgeAgents({ total, states }: TenantFleet, spanish: boolean): Part {
  const kept = total - states.revoked;
  const unwell = UNWELL.reduce((sum, state) => sum + states[state], 0);
  const status = gradeOf(unwell > 0 && unwell === kept, unwell > 0);
  const fact = spanish
    ? `agentes: ${kept}, en línea ${states.online}, con problemas ${unwell}`
    : `agents: ${kept}, online ${states.online}, in trouble ${unwell}`;
  return { status, fact };
}

function judgeCertificates({ certificates }: TenantFleet, spanish: boolean): Part {
  const { valid, expiring, expired } = certificates;
  if (valid + expiring + expired === 0) return { status: "ok", fact: "" };
  const fact = spanish
    ? `certificados: ${valid} válidos, ${expiring} por caducar, ${expired} caducados`
    : `certificates: ${valid} valid, ${expiring} expiring, ${expired} expired`;
  return { status: gradeOf(expired > 0, expiring > 0), fact };
}

function judgeKey(key: KeyPart, spanish: boolean): Part {
  if (key === "none") {
    return { status: "ok", fact: spanish ? "sin clave de cifrado" : "no encryption key" };
  }
  if (key === "unknown") {
    const fact = spanish ? "clave de cifrado: sin datos" : "encryption key: no data";
    return { status: "warning", fact };
  }
  const fact = spanish
    ? `clave de cifrado: versión ${key.version}, ${key.ageDays} días`
    : `encryption key: version ${key.version}, ${key.ageDays} days`;
  return { status: "ok", fact };
}

function judgeSecurity(
  { secureScore, maxScore, incidents, collectedAt, fresh }: NonNullable<TenantParts["security"]>,
  spanish: boolean,
): Part {
  const score = secureScore / maxScore;
  const said = spanish ? "incidentes abiertos" : "open incidents";
  const age = fresh ? "" : ` (${spanish ? "datos del" : "data as old as"} ${collectedAt})`;
  return {
    status: gradeOf(score < LEAST_SECURE, score < GOOD_SECURE || incidents > 0 || !fresh),
    fact: `secure score ${percentOf(secureScore, maxScore)} %, ${said}: ${incidents}${age}`,
  };
}

/** Rounded down, so that a limit is not shown as reached before it is. */
function percentOf(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((100 * part) / whole);
}

function adviseOnQuota({ used, limit }: Quota, spanish: boolean): Advice {
  const percent = percentOf(used, limit);
  return {
    title: spanish ? "Avisar de la cuota" : "Notify about the quota",
    description: spanish
      ? "Avisar a los responsables de que la cuota del mes se agota."
      : "Tell those in charge that the month's quota is running out.",
    category: "notify",
    requiresApproval: true,
    payload: { percent },
    priority: percent >= 100 ? "high" : "medium",
    impact: "high",
    effort: "low",
  };
}
