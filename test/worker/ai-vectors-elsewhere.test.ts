import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Knowledge } from "../../src/ai/knowledge/knowledge-object.ts";
import { aTenantIn, anAppWithVectors } from "../support/vector-tenant.ts";
import { VectorPeer } from "../support/vector-peer.ts";

const FACT = "The physician mended a defective automobile.";
const AWAY = "https://away.example/client/v4";

/** A service with two indexes, and a tenant whose order names the second one. */
async function aTenantOfTheSecond() {
  const app = anAppWithVectors();
  const tenant = await aTenantIn(app);
  const first = new VectorPeer();
  const providers = JSON.parse(app.bindings.AI_PROVIDERS) as { kind: string; rest: object }[];
  const second = providers.find(({ kind }) => kind === "vectorize");
  const name = `away-${crypto.randomUUID()}`;
  const rest = { ...second?.rest, baseUrl: AWAY };
  const AI_PROVIDERS = JSON.stringify([{ ...second, name, rest }, ...providers]);
  await runInDurableObject(tenant.stub, (knowledge: Knowledge) => {
    const { env: bindings, platform } = knowledge.surroundings;
    const fetch: typeof platform.fetch = async (input, init) =>
      new Request(input, init).url.startsWith(AWAY)
        ? first.fetch(input, init)
        : app.peer.fetch(input, init);
    knowledge.surroundings = {
      env: { ...bindings, AI_PROVIDERS },
      platform: { ...platform, fetch },
    };
  });
  /** Changes the settings in the database, because the routes know only one index. */
  const change = async (settings: object) => {
    const value = JSON.stringify({ vectors: true, ...settings });
    const statement = "UPDATE ai_settings SET settings = ? WHERE tenant_id = ?";
    await env.DB.prepare(statement).bind(value, tenant.tenantId).run();
    await tenant.stub.reviewVectors(tenant.tenantId);
    await tenant.settle();
  };
  const { embed, index } = app.names;
  await tenant.put(FACT);
  await change({ order: [embed, index] });
  expect(tenant.mine().length).toBeGreaterThan(0);
  return { ...tenant, change, first, toTheFirst: { order: [embed, name] } };
}

describe("a service with two indexes of vectors", () => {
  it("keeps no vectors of a tenant that is erased", async () => {
    const { stub, mine } = await aTenantOfTheSecond();
    await stub.erase();
    expect(mine()).toEqual([]);
  });

  it("keeps no vectors of a tenant that turns vectors off", async () => {
    const { change, mine } = await aTenantOfTheSecond();
    await change({ vectors: false });
    expect(mine()).toEqual([]);
  });

  it("moves the vectors to the index that the tenant's order names", async () => {
    const { change, mine, first, toTheFirst } = await aTenantOfTheSecond();
    const before = mine().length;
    await change(toTheFirst);
    expect([mine().length, first.vectors.size]).toEqual([0, before]);
  });

  it("keeps one index up to date while the other fails, which gets its deletions later", async () => {
    const { first, put, remove, step, mine, later } = await aTenantOfTheSecond();
    const before = mine().map((one) => one.id);
    const id = await put("The doctor fixed a broken vehicle.");
    await step();
    const old = mine()
      .map((one) => one.id)
      .filter((one) => !before.includes(one));
    first.failing.delete_by_ids = 400;
    await remove(id);
    await put("The network of Porto.");
    await step();
    const now = mine().map((one) => one.id);
    expect(old).toHaveLength(1);
    expect([now.length, now.filter((one) => old.includes(one))]).toEqual([before.length + 1, []]);
    delete first.failing.delete_by_ids;
    const asked = first.asked.length;
    await later();
    await step();
    expect(first.asked.slice(asked)).toEqual(["delete_by_ids"]);
    await step();
    expect(first.asked).toHaveLength(asked + 1);
  });
});
