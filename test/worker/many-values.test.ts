import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { issueToken, PERMISSIONS, type Person } from "../../src/access/index.ts";
import { listRoots, noteRootsGone, registerRoots } from "../../src/encryption/store.ts";
import { MAX_REPLAYED } from "../../src/events/replay-events.ts";
import { settle } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";
import { call } from "../support/call.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";

const ROOT: Person = {
  kind: "operator",
  subject: "test:root",
  reach: "all",
  permissions: new Set(PERMISSIONS),
};
const MOST_TENANTS = 100;
const MOST_ROOTS = 101;

/** A database takes a hundred parameters in one statement; the contract lets callers name as many. */
describe("the most values that a caller may name", () => {
  it("200 from every list for a token of a hundred tenants, with the data of its tenants", async () => {
    const known = await aTenant();
    const made = await call("POST", "/detection-dictionaries", {
      as: await aMember(known),
      body: { name: "Words", kind: "terms", entries: [{ value: "lottery" }] },
    });
    const { id } = await made.json<{ id: string }>();
    const others = Array.from({ length: MOST_TENANTS - 1 }, (_, n) => `t-nobody-${n}`);
    const order = { name: "wide", permissions: [...PERMISSIONS], tenants: [known, ...others] };
    const { token: as } = settle(await issueToken(database(env), ROOT, order, Date.now()));
    for (const path of [
      "/agents",
      "/admin/policies",
      "/admin/enrollment-codes",
      `/detection-dictionaries/${id}`,
    ]) {
      expect([path, (await call("GET", path, { as })).status]).toEqual([path, 200]);
    }
    const tenants = await call("GET", "/admin/tenants", { as });
    expect(await tenants.json()).toMatchObject({ total: 1, items: [{ tenantId: known }] });
    const audit = await call("GET", "/admin/audit?action=tenant.created", { as });
    expect(await audit.json()).toMatchObject({ total: 1, items: [{ tenantId: known }] });
  });

  it("200 for a replay of the most dead letters allowed at once", async () => {
    const ids = Array.from({ length: MAX_REPLAYED }, () => crypto.randomUUID());
    await env.DB.prepare(
      `INSERT INTO dead_events (id, reason, body, failed_at)
        SELECT value, 'malformed', '{}', 0 FROM json_each(?)`,
    )
      .bind(JSON.stringify(ids))
      .run();
    const as = await anOperator();
    const answer = await call("POST", "/admin/events/dead-letters/replay", { as, body: { ids } });
    expect(await answer.json()).toEqual({ replayed: MAX_REPLAYED });
  });

  it("as many roots are registered as the secret may hold", async () => {
    const db = database(env);
    const ids = Array.from({ length: MOST_ROOTS }, (_, n) => 500_000 + n);
    const roots = ids.map((id) => ({ id, fingerprint: `f-${id}` }));
    const known = await registerRoots(db, roots, 1);
    expect(known.filter(({ id }) => id >= 500_000)).toHaveLength(MOST_ROOTS);
    const [gone = 0, ...present] = ids;
    const others = known.filter(({ id }) => id < 500_000).map(({ id }) => id);
    await noteRootsGone(db, [...present, ...others], 2);
    const left = (await listRoots(db)).filter(({ id }) => id >= 500_000);
    expect(left.filter(({ goneAt }) => goneAt !== null)).toMatchObject([{ id: gone, goneAt: 2 }]);
    await env.DB.prepare("DELETE FROM encryption_roots WHERE id >= 500000").run();
  });
});
