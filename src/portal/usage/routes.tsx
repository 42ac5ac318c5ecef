import { Hono, type Context } from "hono";
import { showAiUsage } from "../../ai/usage/show-usage.ts";
import { csvHeaders, settle } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { isPeriod, periodOf } from "../../tenants/gate/period.ts";
import { listApiKeys } from "../../tenants/api-keys/store.ts";
import { readUsage } from "../../tenants/usage/read-usage.ts";
import { showUsage } from "../../tenants/usage/show-usage.ts";
import { usageCsv } from "../../tenants/usage/usage-csv.ts";
import { deskOf } from "../frame/desk.ts";
import { AiUsagePage } from "./ai-page.tsx";
import { neighbour } from "./neighbour.ts";
import { UsagePage } from "./usage-page.tsx";
import { needTenant } from "../../tenants/need-tenant.ts";

const SHOWN_MONTHS = 6;
const NAMED_KEYS = { page: 1, limit: 200, offset: 0 };

export const usagePages = new Hono<Rampart>();

usagePages.get("/portal/t/:tenantId/usage", async (c) => {
  const { view, who, tenantId, db, now } = deskOf(c);
  const tenant = settle(await needTenant(db, tenantId));
  const period = periodIn(c, now);
  const newest = periodOf(now);
  const oldest = periodOf(Date.parse(tenant.createdAt));
  const periods = Array.from({ length: SHOWN_MONTHS }, (_, back) =>
    neighbour(newest, -back),
  ).filter((month, back) => back === 0 || month >= oldest);
  const show = (month: string) => showUsage(c.env, tenant, month, now);
  const [keys, ...months] = await Promise.all([
    who.permissions.has("keys:read") ? listApiKeys(db, tenantId, NAMED_KEYS) : null,
    ...periods.map(show),
  ]);
  const usage = months.find((month) => month.period === period) ?? (await show(period));
  const keyNames =
    keys === null ? undefined : new Map(keys.items.map(({ id, name }) => [id, name]));
  return c.html(<UsagePage {...{ view, usage, months, oldest, keyNames }} />);
});

usagePages.get("/portal/t/:tenantId/usage.csv", async (c) => {
  const { tenantId, now } = deskOf(c);
  const period = periodIn(c, now);
  const { rows } = await readUsage(c.env, tenantId, now, period);
  return c.body(usageCsv(rows), 200, csvHeaders(`usage-${tenantId}-${period}`));
});

usagePages.get("/portal/t/:tenantId/usage/ai", async (c) => {
  const { view, tenantId, db, now } = deskOf(c);
  const tenant = settle(await needTenant(db, tenantId));
  const period = periodIn(c, now);
  const [newest, oldest] = [periodOf(now), periodOf(Date.parse(tenant.createdAt))];
  const within = { from: `${period}-01`, to: `${neighbour(period, 1)}-01` };
  const [byModel, byDay] = await Promise.all([
    showAiUsage(c.env, tenantId, { ...within, groupBy: "model" }, now),
    showAiUsage(c.env, tenantId, { ...within, groupBy: "day" }, now),
  ]);
  const usages = { byModel: settle(byModel), byDay: settle(byDay) };
  return c.html(<AiUsagePage {...{ view, period, newest, oldest, ...usages }} />);
});

/**
 * The month of the query; the running month if there is none, or if it is invalid or still to come.
 */
function periodIn(c: Context, now: number): string {
  const asked = c.req.query("period");
  const newest = periodOf(now);
  return asked !== undefined && isPeriod(asked) && asked <= newest ? asked : newest;
}
