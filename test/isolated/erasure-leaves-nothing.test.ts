import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { aTenant, anOperator } from "../support/people.ts";
import { call } from "../support/call.ts";
import {
  askErasure,
  closeTenant,
  fillTables,
  namedIn,
  STAY,
  turnOfErasures,
} from "../support/erasure.ts";

const DAYS = 45;

const files = (tenantId: string) => [
  ...Array.from({ length: DAYS }, (_, day) => {
    const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
    return `events/${date}/${tenantId}/x.ndjson.gz`;
  }),
  `decrypt-trail/${tenantId}/2026-01-01/x.ndjson`,
  `ai/uploads/${tenantId}/x`,
  `intel/bouncers/${tenantId}/x`,
];

async function filesLeft(of: string): Promise<number> {
  const found = await Promise.all(files(of).map(async (key) => env.OBJECTS.head(key)));
  return found.filter((one) => one !== null).length;
}

describe("the erasure of one of two tenants", () => {
  let gone = "";
  let stays = "";
  let filled: string[] = [];

  beforeAll(async () => {
    gone = await aTenant();
    // A deletion by a mere prefix would delete this tenant's data too.
    stays = `${gone}-2`;
    const as = await anOperator();
    await call("POST", "/admin/tenants", { as, body: { tenantId: stays, name: "Stays" } });
    await call("PATCH", `/admin/tenants/${gone}`, { as, body: { name: "A Company" } });
    filled = await fillTables(gone);
    await fillTables(stays);
    const shared = `insert into people (id, name, role, tenants, created_by, created_at)
      values ('both', 'Both', 'owner', ?, 'test', 1)`;
    await env.DB.prepare(shared)
      .bind(JSON.stringify([gone, stays]))
      .run();
    // A key of a third tenant, whose id is longer by a letter.
    const done = "insert into events_done (key, archived_at) values (?, 1)";
    await env.DB.prepare(done).bind(`${gone}z/a/1`).run();
    for (const key of [...files(gone), ...files(stays)]) await env.OBJECTS.put(key, "x");
    await closeTenant(gone);
    expect((await askErasure(gone)).status).toBe(202);
    for (let turn = 0; turn < 3; turn += 1) await turnOfErasures();
  });

  it("leaves no row that names the tenant, except in the tables that are kept", async () => {
    expect(filled.length).toBeGreaterThan(40);
    const named = Object.keys(await namedIn(gone));
    expect(named.toSorted()).toEqual(STAY);
  });

  it("leaves every row of the other tenant", async () => {
    const named = Object.keys(await namedIn(stays));
    expect(named.toSorted()).toEqual([...filled, "tenants"].toSorted());
    const { results } = await env.DB.prepare("select tenants from people where id = 'both'").all();
    expect(results).toEqual([{ tenants: JSON.stringify([stays]) }]);
    const third = env.DB.prepare("select count(*) as n from events_done where key = ?");
    expect(await third.bind(`${gone}z/a/1`).first("n")).toBe(1);
  });

  it("leaves no file of the tenant, and every file of the other tenant", async () => {
    expect(await filesLeft(gone)).toBe(0);
    expect(await filesLeft(stays)).toBe(files(stays).length);
  });

  it("reports what was erased, and replaces the tenant's name by its id", async () => {
    const as = await anOperator();
    const answer = await call("GET", `/admin/tenants/${gone}/erasure`, { as });
    const told = await answer.json<{ state: string; erased: Record<string, number> }>();
    expect(told).toMatchObject({ state: "done", failure: null });
    expect(told.erased).toMatchObject({ people: 2, events: DAYS + 2, lists: 2, prompts: 4 });
    const shown = await call("GET", `/admin/tenants/${gone}`, { as });
    expect(await shown.json()).toMatchObject({ name: gone, status: "closed" });
  });
});
