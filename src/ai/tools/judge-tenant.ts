import type { Language } from "../text/guess-language.ts";
import type { Security } from "./schemas.ts";
import { worstOf, type Advice, type ToolResult, type ToolStatus } from "./tool.ts";

const QUOTA_WARNING = 0.8;
const LEAST_SECURE = 0.4;
const GOOD_SECURE = 0.7;

export interface TenantParts {
  tenant: { status: "active" | "suspended" | "closed"; plan: string };
  quota: { limit: number; used: number };
  security: Security | undefined;
}

interface Judged {
  result: ToolResult;
  advice: Advice[];
}

/** As bad as its worst part. A part that nobody reports is left out, not made up. */
export function judgeTenant({ tenant, quota, security }: TenantParts, language: Language): Judged {
  const spanish = language === "es";
  const share = quota.limit === 0 ? 1 : quota.used / quota.limit;
  const percent = Math.round(share * 100);
  const parts: ToolStatus[] = [
    tenant.status === "active" ? "ok" : "error",
    share >= 1 ? "error" : share >= QUOTA_WARNING ? "warning" : "ok",
  ];
  const facts = spanish
    ? [
        `inquilino ${STATUS_ES[tenant.status]}`,
        `cuota usada: ${quota.used} de ${quota.limit} (${percent} %)`,
      ]
    : [`tenant ${tenant.status}`, `quota used: ${quota.used} of ${quota.limit} (${percent} %)`];
  if (security !== undefined) {
    const score = security.secureScore / security.maxScore;
    parts.push(score < LEAST_SECURE ? "error" : score < GOOD_SECURE ? "warning" : "ok");
    if (security.incidents > 0) parts.push("warning");
    const incidents = spanish ? "incidentes abiertos" : "open incidents";
    facts.push(`secure score ${Math.round(score * 100)} %, ${incidents}: ${security.incidents}`);
  }
  const [first = "", ...others] = facts;
  const status = worstOf(parts);
  return {
    result: {
      tool: "GetTenantStatus",
      status,
      data: { tenant, quota, ...(security === undefined ? {} : { security }) },
      evidence: `${first.charAt(0).toUpperCase()}${first.slice(1)}; ${others.join("; ")}.`,
    },
    advice: share < QUOTA_WARNING ? [] : [adviseOnQuota(percent, spanish)],
  };
}

const STATUS_ES = { active: "activo", suspended: "suspendido", closed: "cerrado" };

function adviseOnQuota(percent: number, spanish: boolean): Advice {
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
