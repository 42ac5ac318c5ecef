import { runInDurableObject } from "cloudflare:test";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aTenantIn, anAppWithVectors } from "../support/vector-tenant.ts";

const FACT = "The physician mended a defective automobile.";
const OPERATIONS = ["embeddings", "upsert", "delete_by_ids"] as const;
const NAMES = ["a", "b", "c"];

type Tenant = Awaited<ReturnType<typeof aTenantIn>>;

/** The number of pieces, and the numbers of vectors that the tenant's object has recorded. */
async function countsOf({ stub }: Tenant) {
  return runInDurableObject(stub, (_knowledge, { storage: { sql } }) => {
    const count = (query: string) => sql.exec<{ n: number }>(query).one().n;
    return {
      pieces: count("SELECT count(*) AS n FROM chunks WHERE risk < 0.5"),
      known: count("SELECT count(*) AS n FROM vectors WHERE stored = 1"),
      gone: count("SELECT count(*) AS n FROM vectors_gone"),
      highest: count("SELECT coalesce(max(number), 0) AS n FROM vectors"),
    };
  });
}

const step = fc.oneof(
  fc.record({ do: fc.constant("put" as const), name: fc.constantFrom(...NAMES), text: fc.nat(99) }),
  fc.record({ do: fc.constant("remove" as const), name: fc.constantFrom(...NAMES) }),
  fc.record({ do: fc.constant("alarm" as const) }),
  fc.record({ do: fc.constant("fail" as const), what: fc.constantFrom(...OPERATIONS) }),
  fc.record({ do: fc.constant("lose" as const), what: fc.constantFrom(...OPERATIONS) }),
  fc.record({ do: fc.constant("recover" as const) }),
);

describe("an index of vectors", () => {
  it("holds exactly the tenant's pieces in the end, whatever calls failed or got lost", async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const app = anAppWithVectors();
      const tenant = await aTenantIn(app);
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
        else if (one.do === "fail") app.peer.failing[one.what] = 400;
        else if (one.do === "lose") app.peer.losing.add(one.what);
        else recover(app);
      }
      recover(app);
      await tenant.later();
      await tenant.settle();
      const { pieces, known, gone } = await countsOf(tenant);
      expect(tenant.mine()).toHaveLength(pieces);
      expect([known, gone]).toEqual([pieces, 0]);
    });
    await fc.assert(property, { numRuns: 12, endOnFailure: true });
  });

  it("drops the vector of a piece that is removed during its upsert", async () => {
    const app = anAppWithVectors();
    const tenant = await aTenantIn(app);
    await tenant.settle();
    const id = await tenant.put(FACT);
    app.peer.duringUpsert = async () => {
      app.peer.duringUpsert = async () => {};
      await tenant.remove(id);
    };
    await tenant.settle();
    const { pieces, gone } = await countsOf(tenant);
    expect(tenant.mine()).toHaveLength(pieces);
    expect(gone).toBe(0);
  });

  it.each(["removed", "erased"])(
    "drops a document of more than 100 vectors that is %s",
    async (how) => {
      const app = anAppWithVectors();
      const tenant = await aTenantIn(app);
      const id = await tenant.put(`${FACT} `.repeat(2_000));
      await tenant.settle();
      expect(tenant.mine().length).toBeGreaterThan(100);
      if (how === "removed") {
        await tenant.remove(id);
        await tenant.settle();
        expect(tenant.mine()).toHaveLength((await countsOf(tenant)).pieces);
      } else {
        await tenant.stub.erase();
        expect(tenant.mine()).toEqual([]);
      }
      expect(app.peer.refused).toEqual([]);
    },
  );

  it("keeps nothing of a tenant that is erased during an upsert", async () => {
    const app = anAppWithVectors();
    const tenant = await aTenantIn(app);
    await tenant.put(FACT);
    let isComing = false;
    app.peer.beforeUpsert = async () => {
      isComing = true;
      await scheduler.wait(150);
    };
    const sending = tenant.step();
    await expect.poll(() => isComing).toBe(true);
    await Promise.all([tenant.stub.erase(), sending]);
    expect(tenant.mine()).toEqual([]);
  });

  it("never gets the id of a removed vector again", async () => {
    const app = anAppWithVectors();
    const tenant = await aTenantIn(app);
    const id = await tenant.put(FACT);
    await tenant.settle();
    const { highest } = await countsOf(tenant);
    await tenant.remove(id);
    await tenant.settle();
    await tenant.put(`${FACT} Again.`);
    await tenant.settle();
    expect((await countsOf(tenant)).highest).toBeGreaterThan(highest);
  });
});

function recover({ peer }: ReturnType<typeof anAppWithVectors>): void {
  peer.failing = {};
  peer.losing.clear();
}
