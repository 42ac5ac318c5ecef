import type * as z from "zod";
import type { TenantId } from "../../access/claim-tenant.ts";
import { keyAccessFor } from "../../encryption/key-access.ts";
import { showKey } from "../../encryption/show-key.ts";
import { describeTenantFleet } from "../../fleet/describe-tenant-fleet.ts";
import { failureOf, isRefusal } from "../../http/index.ts";
import { database, DAY_MS, timeOf, type Surroundings } from "../../platform/index.ts";
import { findTenant } from "../../tenants/store.ts";
import { readUsage } from "../../tenants/usage/read-usage.ts";
import type { Language } from "../text/guess-language.ts";
import { collectLicenses, collectMfa } from "./collect.ts";
import type { GraphClient } from "./graph-client.ts";
import { judgeLicenses } from "./judge-licenses.ts";
import { judgeMfa } from "./judge-mfa.ts";
import { judgeTenant, type KeyPart } from "./judge-tenant.ts";
import { openGraph } from "./open-graph.ts";
import { licenses, mfa, security } from "./schemas.ts";
import { findSnapshot } from "./store.ts";
import { worstOf, type Finding, type ToolName } from "./tool.ts";

const STALE_MS = DAY_MS;

export interface ToolCall extends Surroundings {
  tenantId: TenantId;
  language: Language;
  now: number;
}

/**
 * Runs a tool for the authorised tenant; no question or document can choose another tenant. A tool
 * whose source fails has no data, and the other tools are not affected.
 */
export async function runTool(tool: ToolName, call: ToolCall): Promise<Finding> {
  const { tenantId, language, platform } = call;
  return find(tool, call).catch((error: unknown) => {
    const reason = failureOf(error);
    platform.log({ level: "error", event: "ai_tool_failed", tenantId, tool, reason });
    return noData(tool, language);
  });
}

async function find(tool: ToolName, call: ToolCall): Promise<Finding> {
  const { env, tenantId, language, now, platform } = call;
  if (tool === "GetTenantStatus") return tenantStatus(call);
  const graph = openGraph(env, tenantId, platform);
  if (graph === "broken") return noData(tool, language);
  const look = { tool, graph, call };
  return tool === "LicenseSummary"
    ? judged(look, licenses, async (from) => collectLicenses(from, now), judgeLicenses)
    : judged(look, mfa, collectMfa, judgeMfa);
}

interface Look {
  tool: ToolName;
  graph: GraphClient | undefined;
  call: ToolCall;
}

/**
 * Judges the data of a tool's source. If a directory does not answer, there is no data: an old snapshot
 * would hide the failure. The limits of pushed snapshots do not count for what a directory says.
 */
async function judged<T>(
  { tool, graph, call }: Look,
  form: z.ZodType<T>,
  collect: (graph: GraphClient) => Promise<T | undefined>,
  judge: (data: T, language: Language) => Pick<Finding, "result" | "advice">,
): Promise<Finding> {
  const { language, now } = call;
  const pushed = graph === undefined ? await lastSnapshot(call, tool) : undefined;
  const source = graph === undefined ? pushed && form.parse(pushed.data) : await collect(graph);
  if (source === undefined) return noData(tool, language);
  const collectedAt = pushed?.collectedAt ?? now;
  const { result, advice } = judge(source, language);
  const data = { ...result.data, collectedAt: timeOf(collectedAt) };
  const fresh = isFresh(collectedAt, now);
  if (fresh) return { result: { ...result, data }, advice, known: true, fresh };
  const evidence = `${result.evidence} ${STALE[language]} ${data.collectedAt}.`;
  const status = worstOf([result.status, "warning"]);
  return { result: { ...result, status, data, evidence }, advice, known: true, fresh };
}

async function lastSnapshot({ env, tenantId }: ToolCall, tool: ToolName) {
  return findSnapshot(database(env), tenantId, tool);
}

function isFresh(collectedAt: number, now: number): boolean {
  return now - collectedAt <= STALE_MS;
}

async function tenantStatus(call: ToolCall): Promise<Finding> {
  const { env, tenantId, language, now } = call;
  const tenant = await findTenant(database(env), tenantId);
  if (tenant === undefined) return noData("GetTenantStatus", language);
  const [snapshot, usage, agents, key] = await Promise.all([
    lastSnapshot(call, "GetTenantStatus"),
    readUsage(env, tenantId, now),
    describeTenantFleet(database(env), tenantId, now),
    readKey(call),
  ]);
  const fresh = snapshot === undefined || isFresh(snapshot.collectedAt, now);
  const known = judgeTenant(
    {
      tenant: { status: tenant.status, plan: tenant.plan },
      quota: { limit: tenant.monthlyQuota, used: usage.used + usage.lost },
      agents,
      key,
      security: snapshot && {
        ...security.parse(snapshot.data),
        collectedAt: timeOf(snapshot.collectedAt),
        fresh,
      },
    },
    language,
  );
  return { ...known, known: true, fresh };
}

async function readKey({ env, tenantId, platform }: ToolCall): Promise<KeyPart> {
  const shown = await showKey(keyAccessFor(env, platform), tenantId);
  if (isRefusal(shown)) return shown.status === 404 ? "none" : "unknown";
  const { currentVersion, versions } = shown;
  const current = versions.find(({ version }) => version === currentVersion);
  return { version: currentVersion, ageDays: current?.ageDays ?? 0, versions: versions.length };
}

const STALE: Record<Language, string> = { en: "Data as old as", es: "Datos del" };
const NO_DATA: Record<Language, string> = { en: "No data.", es: "Sin datos." };

function noData(tool: ToolName, language: Language): Finding {
  const result = { tool, status: "error" as const, data: {}, evidence: NO_DATA[language] };
  return { result, advice: [], known: false, fresh: false };
}
