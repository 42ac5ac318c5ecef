import type { TenantId } from "../../access/index.ts";
import { database } from "../../platform/index.ts";
import { findTenant, readUsage } from "../../tenants/index.ts";
import type { Language } from "../text/guess-language.ts";
import { judgeLicenses } from "./judge-licenses.ts";
import { judgeMfa } from "./judge-mfa.ts";
import { judgeTenant } from "./judge-tenant.ts";
import { licenses, mfa, security } from "./schemas.ts";
import { findSnapshot } from "./store.ts";
import { worstOf, type Finding, type ToolName } from "./tool.ts";

const STALE_MS = 86_400_000;

export interface ToolCall {
  env: Cloudflare.Env;
  tenantId: TenantId;
  language: Language;
  now: number;
}

/** Runs a tool for the tenant that was authorised; nothing that was asked or read chooses it. */
export async function runTool(tool: ToolName, call: ToolCall): Promise<Finding> {
  const { env, tenantId, language, now } = call;
  const row = await findSnapshot(database(env), tenantId, tool);
  if (tool === "GetTenantStatus") return tenantStatus(call, row?.data);
  if (row === undefined) return noData(tool, language);
  const judged =
    tool === "LicenseSummary"
      ? judgeLicenses(licenses.parse(row.data), language)
      : judgeMfa(mfa.parse(row.data), language);
  const fresh = now - row.collectedAt <= STALE_MS;
  const { result, advice } = judged;
  const data = { ...result.data, collectedAt: new Date(row.collectedAt).toISOString() };
  if (fresh) return { result: { ...result, data }, advice, known: true, fresh };
  const evidence = `${result.evidence} ${STALE[language]} ${data.collectedAt}.`;
  const status = worstOf([result.status, "warning"]);
  return { result: { ...result, status, data, evidence }, advice, known: true, fresh };
}

async function tenantStatus(call: ToolCall, snapshot: unknown): Promise<Finding> {
  const { env, tenantId, language, now } = call;
  const tenant = await findTenant(database(env), tenantId);
  if (tenant === undefined) return noData("GetTenantStatus", language);
  const usage = await readUsage(env, tenantId, now);
  const judged = judgeTenant(
    {
      tenant: { status: tenant.status, plan: tenant.plan },
      quota: { limit: tenant.monthlyQuota, used: usage.used + usage.lost },
      security: snapshot === undefined ? undefined : security.parse(snapshot),
    },
    language,
  );
  return { ...judged, known: true, fresh: true };
}

const STALE: Record<Language, string> = { en: "Data as old as", es: "Datos del" };
const NO_DATA: Record<Language, string> = { en: "No data.", es: "Sin datos." };

function noData(tool: ToolName, language: Language): Finding {
  const result = { tool, status: "error" as const, data: {}, evidence: NO_DATA[language] };
  return { result, advice: [], known: false, fresh: false };
}
