import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { anAgent } from "../../support/agent.ts";
import { call } from "../../support/call.ts";
import { anOperator, aTenant } from "../../support/people.ts";

const DAY_MS = 86_400_000;

/** One agent for each name, with what D1 has of it. */
async function aFleet(rows: Record<string, { conflict: 0 | 1; seen: number; revoked?: number }>) {
  const tenantId = await aTenant();
  for (const [hostname, { conflict, seen, revoked = null }] of Object.entries(rows)) {
    const { id } = await anAgent({ tenantId, body: { machine: { hostname } } });
    await env.DB.prepare(
      "UPDATE agents SET conflict = ?, last_seen = ?, revoked_at = ? WHERE agent_id = ?",
    )
      .bind(conflict, seen, revoked, id)
      .run();
  }
  return tenantId;
}

it("200 with conflict=true: those in conflict alone, in whatever state, together with other filters", async () => {
  const [as, now] = [await anOperator(), Date.now()];
  const tenantId = await aFleet({
    fine: { conflict: 0, seen: now },
    doubted: { conflict: 1, seen: now },
    silent: { conflict: 1, seen: now - DAY_MS },
    ended: { conflict: 1, seen: now, revoked: now },
  });
  const hostsOf = async (path: string, query: string) => {
    const answer = await call("GET", `${path}?tenant=${tenantId}&${query}`, { as });
    const { items, total } = await answer.json<{ items: { hostname: string }[]; total: number }>();
    expect(total).toBe(items.length);
    return items.map(({ hostname }) => hostname).toSorted((one, other) => (one < other ? -1 : 1));
  };
  for (const path of ["/agents", "/admin/fleet/collectors"]) {
    expect(await hostsOf(path, "conflict=true")).toEqual(["doubted", "ended", "silent"]);
    expect(await hostsOf(path, "conflict=false")).toEqual(["fine"]);
    expect(await hostsOf(path, "conflict=true&after=0")).toEqual(["doubted", "ended", "silent"]);
    expect(await hostsOf(path, "conflict=true&status=offline")).toEqual(["silent"]);
    expect(await hostsOf(path, "conflict=true&status=revoked")).toEqual(["ended"]);
    expect(await hostsOf(path, "conflict=true&status=degraded&q=DOUBT")).toEqual(["doubted"]);
    expect((await call("GET", `${path}?conflict=1`, { as })).status).toBe(400);
  }
});
