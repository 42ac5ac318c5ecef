import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { eraseTenants } from "../../src/erase-tenants.ts";
import { database, livePlatform, type Eraser } from "../../src/platform/index.ts";
import { runErasures } from "../../src/tenants/erasure/run-erasures.ts";
import { saveErasure } from "../../src/tenants/erasure/store.ts";
import { call } from "../support/call.ts";
import { dyingDatabase, overtakenDatabase } from "../support/dying-database.ts";
import {
  askErasure,
  closeTenant,
  fillTables,
  LATER_MS,
  namedIn,
  STAY,
  turnOfErasures,
} from "../support/erasure.ts";
import { anOperator, aTenant } from "../support/people.ts";

/** An erasure that needs more turns than this makes no progress. */
const MOST_TURNS = 80;

async function look(tenantId: string) {
  const as = await anOperator();
  const answer = await call("GET", `/admin/tenants/${tenantId}/erasure`, { as });
  return answer.json<{ state: string; failure: string | null }>();
}

async function aTenantToErase(): Promise<string> {
  const tenantId = await aTenant();
  await fillTables(tenantId);
  await closeTenant(tenantId);
  await askErasure(tenantId);
  return tenantId;
}

describe("an erasure that is cut off", () => {
  it.each([6, 9, 14])("after every %i calls of D1 is completed by later turns", async (calls) => {
    const tenantId = await aTenantToErase();
    let turns = 0;
    while ((await look(tenantId)).state !== "done" && turns < MOST_TURNS) {
      turns += 1;
      await turnOfErasures({ DB: dyingDatabase(calls) }).catch(() => {});
    }
    expect(turns).toBeGreaterThan(3);
    const named = Object.keys(await namedIn(tenantId));
    expect(named.toSorted()).toEqual(STAY);
    const lines = env.DB.prepare(
      "select count(*) as n from audit_log where tenant_id = ? and action = 'tenant.erased'",
    ).bind(tenantId);
    expect(await lines.first("n")).toBe(1);
  });

  it("shows why it failed, until a turn succeeds", async () => {
    const tenantId = await aTenantToErase();
    const broken = { list: async () => Promise.reject(new Error("R2 is away")) };
    const bindings = { OBJECTS: broken as unknown as R2Bucket };
    await expect(turnOfErasures(bindings)).rejects.toThrow("R2 is away");
    expect((await look(tenantId)).failure).toContain("R2 is away");
    await turnOfErasures();
    expect(await look(tenantId)).toMatchObject({ state: "done", failure: null });
  });

  it("does not hold up another tenant's erasure", async () => {
    const [failing, other] = [await aTenantToErase(), await aTenantToErase()];
    const list = async ({ prefix = "" }: R2ListOptions = {}) =>
      prefix.includes(failing) ? Promise.reject(new Error("away")) : env.OBJECTS.list({ prefix });
    const bindings = { OBJECTS: { list } as unknown as R2Bucket };
    await expect(turnOfErasures(bindings)).rejects.toThrow(failing);
    expect((await look(other)).state).toBe("done");
    expect((await look(failing)).state).toBe("running");
    await turnOfErasures();
    expect((await look(failing)).state).toBe("done");
  });
});

describe("two turns of erasures at a time", () => {
  it("the older turn can save nothing any more", async () => {
    const tenantId = await aTenantToErase();
    const save = (turn: number, change: object) =>
      saveErasure(database(env), { tenantId, turn }, change);
    expect(await save(0, { turn: 1 })).toBe(true);
    expect(await save(0, { step: "older" })).toBe(false);
    expect(await save(1, { step: "younger" })).toBe(true);
    await turnOfErasures();
  });

  it("the overtaken turn stops, and the audit log has one tenant.erased line", async () => {
    const tenantId = await aTenantToErase();
    let turns = 0;
    const now = () => Date.now() + 120_000;
    const platform = { ...livePlatform, now, log: () => {} };
    // Only the end of an erasure is a batch: the other turn runs right before it.
    const DB = overtakenDatabase(async () => {
      turns += 1;
      if (turns === 1) await turnOfErasures();
    });
    await eraseTenants({ ...env, DB }, platform);
    expect((await look(tenantId)).state).toBe("done");
    const lines = env.DB.prepare(
      "select count(*) as n from audit_log where tenant_id = ? and action = 'tenant.erased'",
    ).bind(tenantId);
    expect(await lines.first("n")).toBe(1);
  });
});

it("an erasure repeats its rounds until one finds nothing, for rows that were written late", async () => {
  const tenantId = await aTenantToErase();
  let rounds = 0;
  let late = 0;
  const first: Eraser["erase"] = async () => {
    const gone = late;
    late = 0;
    return { gone };
  };
  const last: Eraser["erase"] = async () => {
    rounds += 1;
    if (rounds < 3) late = 1;
    return { gone: 0 };
  };
  const erasers: Eraser[] = [
    { name: "first", kind: "events", erase: first },
    { name: "last", kind: "events", erase: last },
  ];
  const now = () => Date.now() + LATER_MS;
  await runErasures(env, { ...livePlatform, now, log: () => {} }, erasers);
  expect((await look(tenantId)).state).toBe("done");
  expect([rounds, late]).toEqual([4, 0]);
});
