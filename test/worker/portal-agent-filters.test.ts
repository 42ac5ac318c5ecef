import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anAgent } from "../support/agent.ts";
import { call } from "../support/call.ts";
import { anOperator, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const DAY_MS = 86_400_000;

interface Kept {
  version?: string;
  ends?: number;
  silent?: number;
}

/** Agents by their hosts, with what D1 keeps of them; times are days from now. */
async function aFleet(hosts: Record<string, Kept>): Promise<string> {
  const tenantId = await aTenant();
  for (const [hostname, { version = null, ends = 60, silent = 0 }] of Object.entries(hosts)) {
    const { id } = await anAgent({ tenantId, body: { machine: { hostname } } });
    await env.DB.prepare(
      "UPDATE agents SET version = ?, cert_not_after = ?, last_seen = ? WHERE agent_id = ?",
    )
      .bind(version, Date.now() + ends * DAY_MS, Date.now() - silent * DAY_MS, id)
      .run();
  }
  return tenantId;
}

const HOSTS = {
  fresh: { version: "1.4.0" },
  old: { version: "1.3.0", ends: 5 },
  ended: { version: "1.4.0-rc.1", ends: -1, silent: 10 },
};

async function shownIn(page: Promise<Response>): Promise<string[]> {
  const text = await (await page).text();
  return Object.keys(HOSTS).filter((host) => text.includes(`>${host}</a>`));
}

describe("the list of agents", () => {
  it("is filtered by version, certificate and when they were last seen, of one tenant or of all", async () => {
    const tenantId = await aFleet(HOSTS);
    const operator = await aVisitor("owner");
    const found = async (query: string) => {
      const own = await shownIn(operator.get(`/portal/t/${tenantId}/collectors?${query}`));
      const all = `/portal/fleet/collectors?tenant=${tenantId}&${query}`;
      expect([query, await shownIn(operator.get(all))]).toEqual([query, own]);
      return own;
    };
    expect(await found("version=1.4.0")).toEqual(["fresh"]);
    expect(await found("version_below=1.4.0")).toEqual(["old", "ended"]);
    expect(await found("cert=ended")).toEqual(["ended"]);
    expect(await found("cert=7")).toEqual(["old"]);
    expect(await found("cert=90")).toEqual(["fresh", "old"]);
    expect(await found("seen=within-1")).toEqual(["fresh", "old"]);
    expect(await found("seen=before-7")).toEqual(["ended"]);
    expect(await found("seen=before-30")).toEqual([]);
    expect(await found("version_below=1.4.0&cert=7&seen=within-7")).toEqual(["old"]);
    expect(await found("cert=8&seen=never")).toEqual(["fresh", "old", "ended"]);
  });

  it("is filtered by a policy, which is chosen by name and linked from its page", async () => {
    const tenantId = await aFleet(HOSTS);
    const as = await anOperator();
    const body = { tenantId, name: "Laptops", document: {} };
    const made = await call("POST", "/admin/policies", { as, body });
    const { id } = await made.json<{ id: string }>();
    const reader = await aVisitor("viewer", [tenantId]);
    const list = `/portal/t/${tenantId}/collectors`;
    const policyPage = await (await reader.get(`/portal/t/${tenantId}/policies/${id}`)).text();
    expect(policyPage).toContain(`<a href="${list}?policy=${id}">`);
    const page = await (await reader.get(`${list}?policy=${id}`)).text();
    expect(page).toContain(`<option value="${id}" selected="">Laptops</option>`);
    expect(page).toContain("No agent fits");
    expect(page).toContain("<details open");
    expect(await shownIn(reader.get(`${list}?policy=default`))).toEqual(Object.keys(HOSTS));
    expect(await shownIn(reader.get(`${list}?policy=of-nobody`))).toEqual(Object.keys(HOSTS));
    const operator = await aVisitor("owner");
    const everywhere = `/portal/fleet/collectors?tenant=${tenantId}&policy=${id}`;
    expect(await shownIn(operator.get(everywhere))).toEqual([]);
  });

  it("keeps the rarer filters closed, and says at the field what is no version, in both languages", async () => {
    const tenantId = await aFleet(HOSTS);
    const reader = await aVisitor("viewer", [tenantId]);
    const list = `/portal/t/${tenantId}/collectors`;
    const bare = await (await reader.get(list)).text();
    expect(bare).toContain("<details><summary>More filters</summary>");
    const wrong = await (await reader.get(`${list}?version_below=new`)).text();
    expect(wrong).toContain("Must be a version, as 1.4.0.");
    expect(wrong).toMatch(/id="version_below"[^>]* aria-invalid="true"/);
    expect(await shownIn(reader.get(`${list}?version_below=new`))).toEqual(Object.keys(HOSTS));
    const inSpanish = reader.get(`${list}?version_below=new`, { "accept-language": "es" });
    const spanish = await (await inSpanish).text();
    expect(spanish).toContain("Debe ser una versión, como 1.4.0.");
    expect(spanish).toContain("Más filtros");
  });
});
