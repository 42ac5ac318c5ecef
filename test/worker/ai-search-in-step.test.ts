import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Knowledge } from "../../src/ai/knowledge/knowledge-object.ts";
import { MINUTE_MS } from "../../src/platform/index.ts";
import { rounds } from "../support/rounds.ts";
import { anAppWithAiSearch, aTenantOf } from "../support/vector-tenant.ts";

const FACT = "The physician mended a defective automobile.";
const OPERATIONS = ["upload", "items", "remove", "create", "list", "stats"] as const;
const NAMES = ["a", "b", "c"];
/** What failed once is tried again then. */
const NEXT_TRY_MS = 5 * MINUTE_MS;

type Tenant = Awaited<ReturnType<typeof aTenantOf>>;

async function aTenant(app = anAppWithAiSearch()) {
  const tenant = await aTenantOf(app);
  return { app, peer: app.peer, ...tenant };
}

/** The number of pieces, and the numbers of items that the tenant's object has recorded. */
async function countsOf({ stub }: Pick<Tenant, "stub">) {
  return runInDurableObject(stub, (_knowledge, { storage: { sql } }) => {
    const count = (query: string) => sql.exec<{ n: number }>(query).one().n;
    return {
      pieces: count("SELECT count(*) AS n FROM chunks WHERE risk < 0.5"),
      known: count("SELECT count(*) AS n FROM vectors WHERE stored = 1"),
      gone: count("SELECT count(*) AS n FROM vectors_gone"),
    };
  });
}

/** Changes what the service is configured with, as the tenant's object sees it. */
async function configure({ stub, tenantId, settle }: Tenant, providers: object[]) {
  await runInDurableObject(stub, (knowledge: Knowledge) => {
    const AI_PROVIDERS = JSON.stringify(providers);
    knowledge.surroundings.env = { ...knowledge.surroundings.env, AI_PROVIDERS };
    knowledge.reviewVectors(tenantId);
  });
  await settle();
}

const step = fc.oneof(
  fc.record({ do: fc.constant("put" as const), name: fc.constantFrom(...NAMES), text: fc.nat(99) }),
  fc.record({ do: fc.constant("remove" as const), name: fc.constantFrom(...NAMES) }),
  fc.record({ do: fc.constant("alarm" as const) }),
  fc.record({
    do: fc.constant("fail" as const),
    what: fc.constantFrom(...OPERATIONS),
    // The first opens the breaker; after the second the service is called again at once.
    how: fc.constantFrom("Internal Error", "max_instances_reached"),
  }),
  fc.record({ do: fc.constant("lose" as const), what: fc.constantFrom(...OPERATIONS) }),
  fc.record({ do: fc.constant("recover" as const) }),
);

describe("a tenant's instance of AI Search", () => {
  it.each([false, true])(
    "holds exactly the tenant's pieces in the end, whatever calls failed or got lost (uploads overwrite: %s)",
    async (overwrites) => {
      const property = fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
        const tenant = await aTenant();
        const { peer } = tenant;
        peer.overwrites = overwrites;
        const ids = new Map<string, string>();
        for (const one of steps) {
          if (one.do === "put") {
            const more = { externalId: `note-${one.name}` };
            ids.set(one.name, await tenant.put(`${FACT} ${one.text}`, one.name, more));
          } else if (one.do === "remove") {
            const id = ids.get(one.name);
            if (id !== undefined) await tenant.remove(id);
            ids.delete(one.name);
          } else if (one.do === "alarm") await tenant.step();
          else if (one.do === "fail") peer.failing[one.what] = one.how;
          else if (one.do === "lose") peer.losing.add(one.what);
          else recover(tenant);
        }
        recover(tenant);
        await tenant.later();
        await tenant.settle();
        const { pieces, known, gone } = await countsOf(tenant);
        expect(peer.all()).toHaveLength(pieces);
        expect([known, gone, peer.instances.size]).toEqual([pieces, 0, 1]);
        expect(peer.refused).toEqual([]);
      });
      await fc.assert(property, { numRuns: rounds(30), endOnFailure: true });
    },
  );

  it("loses the item of a piece that is removed during its upload", async () => {
    const tenant = await aTenant();
    await tenant.settle();
    const id = await tenant.put(FACT);
    tenant.peer.duringUpload = async () => {
      tenant.peer.duringUpload = async () => {};
      await tenant.remove(id);
    };
    await tenant.settle();
    const { pieces, gone } = await countsOf(tenant);
    expect([tenant.peer.all().length, gone]).toEqual([pieces, 0]);
    expect(tenant.peer.all().filter(({ text }) => text.includes(FACT))).toEqual([]);
  });

  it.each(["removed", "erased"])(
    "loses a document of more than 100 pieces that is %s",
    async (how) => {
      const tenant = await aTenant();
      const id = await tenant.put(`${FACT} `.repeat(2_000));
      await tenant.settle();
      expect(tenant.peer.all().length).toBeGreaterThan(100);
      if (how === "removed") {
        await tenant.remove(id);
        await tenant.settle();
        expect(tenant.peer.all()).toHaveLength((await countsOf(tenant)).pieces);
      } else {
        await tenant.stub.erase();
        expect(tenant.peer.instances.size).toBe(0);
      }
    },
  );

  it.each(
    (["list", "items", "remove"] as const).flatMap((what) =>
      ["Internal Error", "max_instances_reached"].map((how) => ({ what, how })),
    ),
  )("keeps on its list what could not be removed: $how at $what", async ({ what, how }) => {
    const tenant = await aTenant();
    const id = await tenant.put(FACT);
    await tenant.settle();
    tenant.peer.failing = { [what]: how };
    await tenant.remove(id);
    await tenant.step();
    expect((await countsOf(tenant)).gone).toBe(1);
    recover(tenant);
    await tenant.later();
    await tenant.settle();
    expect((await countsOf(tenant)).gone).toBe(0);
    expect(tenant.peer.all().filter(({ text }) => text.includes(FACT))).toEqual([]);
  });

  it("goes with its tenant, while another tenant's stays; as long as the service fails, the erasure waits", async () => {
    const app = anAppWithAiSearch();
    const [tenant, other] = [await aTenant(app), await aTenant(app)];
    await tenant.put(FACT);
    await tenant.settle();
    await other.settle();
    expect(app.peer.instances.size).toBe(2);
    app.peer.failing = { delete: "max_instances_reached", list: "namespace_not_found" };
    expect(await tenant.stub.erase()).toBeUndefined();
    expect(app.peer.instances.size).toBe(2);
    app.peer.failing = {};
    await tenant.later();
    expect(await tenant.stub.erase()).toBe(1);
    expect(app.peer.all().filter(({ text }) => text.includes(FACT))).toEqual([]);
    expect(app.peer.instances.size).toBe(1);
    expect(app.peer.all()).toHaveLength((await countsOf(other)).pieces);
  });

  it("keeps on its list what a listing does not show that has other keys than the one asked for", async () => {
    const tenant = await aTenant();
    await tenant.put("Bananas are yellow. ".repeat(3_000));
    const id = await tenant.put(FACT);
    await tenant.settle();
    tenant.peer.ignoresFilters = true;
    await tenant.remove(id);
    await tenant.step();
    expect((await countsOf(tenant)).gone).toBe(1);
    tenant.peer.ignoresFilters = false;
    await tenant.settle();
    expect((await countsOf(tenant)).gone).toBe(0);
    expect(tenant.peer.all().filter(({ text }) => text.includes(FACT))).toEqual([]);
  });

  it("goes with its tenant if others are listed before it; while it cannot be listed, the erasure waits", async () => {
    const tenant = await aTenant();
    await tenant.settle();
    const { peer } = tenant;
    const [own, kept] = [...peer.instances][0] ?? [];
    peer.instances.clear();
    for (const id of [...Array.from({ length: 60 }, (_, at) => `another-${at}`), own]) {
      if (kept !== undefined && id !== undefined) peer.instances.set(id, kept);
    }
    peer.ignoresFilters = true;
    peer.ignoresPages = true;
    expect(await tenant.stub.erase()).toBeUndefined();
    peer.ignoresPages = false;
    expect(await tenant.stub.erase()).toBe(0);
    expect(peer.instances.has(own ?? "")).toBe(false);
    expect(peer.instances.size).toBe(60);
  });

  it("goes with its tenant even if no piece is left in it", async () => {
    const tenant = await aTenant();
    await tenant.settle();
    await runInDurableObject(tenant.stub, (_object, { storage: { sql } }) => {
      sql.exec("DELETE FROM vectors");
      sql.exec("DELETE FROM vectors_gone");
    });
    await tenant.stub.erase();
    expect(tenant.peer.instances.size).toBe(0);
  });

  it("goes if the tenant turns vectors off, and comes back with all pieces", async () => {
    const tenant = await aTenant();
    await tenant.put(FACT);
    await tenant.settle();
    const set = async (vectors: boolean | null) => {
      const { tenantId, as, app } = tenant;
      await app.ask("PATCH", "/ai/settings", as, { tenantId, vectors });
      await tenant.settle();
    };
    await set(null);
    expect(tenant.peer.instances.size).toBe(0);
    expect(await countsOf(tenant)).toMatchObject({ known: 0, gone: 0 });
    await set(true);
    expect(tenant.peer.all()).toHaveLength((await countsOf(tenant)).pieces);
  });

  it("is another one for another model; the one before goes", async () => {
    const tenant = await aTenant();
    await tenant.put(FACT);
    await tenant.settle();
    const [before] = tenant.peer.instances.keys();
    const { name } = tenant.app;
    await configure(tenant, [{ kind: "ai-search", name, model: "@cf/baai/bge-m3" }]);
    const instances = [...tenant.peer.instances.values()].map(({ config }) => config);
    expect(instances).toMatchObject([{ embedding_model: "@cf/baai/bge-m3" }]);
    expect(instances[0]?.id).not.toBe(before);
    expect(tenant.peer.all()).toHaveLength((await countsOf(tenant)).pieces);
  });

  it("keeps all other pieces if one goes while the service has AI Search twice", async () => {
    const tenant = await aTenant();
    const { name } = tenant.app;
    const other = { kind: "ai-search", name: `${name}-2`, model: "@cf/baai/bge-m3" };
    await configure(tenant, [{ kind: "ai-search", name }, other]);
    const id = await tenant.put(FACT);
    await tenant.settle();
    await tenant.remove(id);
    await tenant.settle();
    const { pieces, known } = await countsOf(tenant);
    expect([known, tenant.peer.all().length]).toEqual([pieces, pieces]);
    expect(tenant.peer.asked).not.toContain("delete");
  });

  it("waits where the account may have no more of them, and stops no other tenant", async () => {
    const app = anAppWithAiSearch();
    const first = await aTenant(app);
    await first.settle();
    app.peer.mostInstances = 1;
    const second = await aTenant(app);
    await second.put(FACT);
    for (let turn = 0; turn < 6; turn += 1) {
      await second.step();
      await second.later();
    }
    const { answer } = await second.search(FACT);
    expect(answer.headers.get("x-ai-degraded")).toBe("vectors_unavailable");
    expect((await first.search("car")).answer.headers.get("x-ai-degraded")).toBeNull();
    app.peer.mostInstances = 2;
    await second.later();
    await second.settle();
    expect(app.peer.instances.size).toBe(2);
    expect((await countsOf(second)).known).toBe((await countsOf(second)).pieces);
  });

  it("is filled and emptied where the runtime allows no more than 50 calls in a turn", async () => {
    const tenant = await aTenant();
    const id = await tenant.put(`${FACT} `.repeat(1_200));
    const turn = async () => {
      tenant.peer.callsLeft = 40;
      await tenant.step();
      await tenant.later();
    };
    for (let at = 0; at < 5; at += 1) await turn();
    const { pieces, known } = await countsOf(tenant);
    expect(pieces).toBeGreaterThan(70);
    expect([known, tenant.peer.all().length]).toEqual([pieces, pieces]);
    expect(tenant.peer.asked.filter((one) => one === "upload").length).toBeLessThan(pieces + 30);
    await tenant.remove(id);
    for (let at = 0; at < 9; at += 1) await turn();
    const { pieces: left, gone } = await countsOf(tenant);
    expect([gone, tenant.peer.all().length]).toEqual([0, left]);
  });

  it("that somebody has paused stops no other tenant's searches", async () => {
    const app = anAppWithAiSearch();
    const [paused, other] = [await aTenant(app), await aTenant(app)];
    await paused.settle();
    const [id = ""] = app.peer.instances.keys();
    app.peer.paused.add(id);
    await other.settle();
    for (let turn = 0; turn < 3; turn += 1) {
      await paused.put(`${FACT} ${turn}`);
      await paused.put("Bananas are shipped on Mondays.");
      await paused.step();
    }
    expect((await other.search("doctor")).answer.headers.get("x-ai-degraded")).toBeNull();
    app.peer.paused.clear();
    await paused.later();
    await paused.settle();
    const { pieces, known } = await countsOf(paused);
    expect(known).toBe(pieces);
  });

  it("indexes again what it could not index for a reason that passes, and nothing else", async () => {
    const tenant = await aTenant();
    await tenant.put(FACT);
    await tenant.put("Bananas are shipped on Mondays.");
    tenant.peer.unfit = (text) =>
      text.includes(FACT)
        ? "workers_ai_out_of_capacity_error"
        : text.includes("Bananas")
          ? "empty_file"
          : undefined;
    await tenant.step();
    const failed = () => tenant.peer.all().filter(({ status }) => status === "error").length;
    expect(failed()).toBe(2);
    expect(await tenant.ringsIn()).toBeLessThanOrEqual(300_000);
    tenant.peer.unfit = () => undefined;
    await tenant.pass(NEXT_TRY_MS);
    await tenant.settle();
    expect(failed()).toBe(1);
    expect(await tenant.ringsIn()).toBeUndefined();
  });

  it.each([
    "vectorize_upstream_error",
    "error_embedding_data_with_workers_ai",
    "r2_unknown_error",
    "network_connection_lost",
  ])(
    "indexes again what failed with %s, behind more than a page of what fails for good",
    async (reason) => {
      const tenant = await aTenant();
      tenant.peer.unfit = () => "empty_file";
      await tenant.put("Bananas are yellow. ".repeat(3_000));
      await tenant.step();
      expect(tenant.peer.all().length).toBeGreaterThan(50);
      tenant.peer.unfit = () => reason;
      await tenant.put(FACT);
      await tenant.step();
      tenant.peer.unfit = () => undefined;
      await tenant.pass(NEXT_TRY_MS);
      await tenant.settle();
      const indexed = tenant.peer.all().filter(({ status }) => status === "completed");
      expect(indexed.map(({ text }) => text)).toEqual([expect.stringContaining(FACT)]);
      expect(await tenant.ringsIn()).toBeUndefined();
    },
  );

  it("is still searched after one upload of several failed with all that were under way", async () => {
    const tenant = await aTenant();
    await tenant.settle();
    await tenant.put(`${FACT} `.repeat(200));
    tenant.peer.failing = { upload: "Internal Error" };
    await tenant.step();
    const { answer } = await tenant.search("doctor");
    expect(answer.headers.get("x-ai-degraded")).toBeNull();
  });

  it("is not asked for without the binding", async () => {
    const tenant = await aTenant();
    await tenant.settle();
    await runInDurableObject(tenant.stub, (knowledge: Knowledge) => {
      const { AI_SEARCH: _gone, ...rest } = knowledge.surroundings.env;
      knowledge.surroundings.env = rest;
    });
    const before = tenant.peer.asked.length;
    await tenant.put(FACT);
    await tenant.settle();
    expect(tenant.peer.asked).toHaveLength(before);
    expect(env.AI_SEARCH).toBeUndefined();
  });
});

function recover({ peer }: { peer: { failing: object; losing: Set<string> } }): void {
  peer.failing = {};
  peer.losing.clear();
}
