import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { claimedBySystem, PERMISSIONS, type Person } from "../../src/access/index.ts";
import { decideOnMove, listMoves, moveLabel } from "../../src/ai/index.ts";
import { findPrompt } from "../../src/ai/prompts/find-prompt.ts";
import {
  decideMove,
  findLabel,
  insertMove,
  moveFreely,
  type MoveRow,
} from "../../src/ai/prompts/move-store.ts";
import { versions as shown } from "../../src/ai/prompts/version-schemas.ts";
import { isRefusal, settle } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";
import { call } from "../support/call.ts";
import { dyingDatabase } from "../support/dying-database.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";

describe("a move of an unprotected label", () => {
  it("is both applied and recorded, or neither, if the Worker dies at any step", async () => {
    const tenantId = claimedBySystem(await aTenant());
    const permissions = new Set(PERMISSIONS);
    const by: Person = { kind: "member", subject: "person:one", reach: [tenantId], permissions };
    const db = database(env);
    const order = { name: "rag", versions: [{ version: 1, weight: 1 }], tenantId };
    const seen: string[] = [];
    for (let calls = 0; seen.at(-1)?.endsWith("alive") !== true; calls += 1) {
      const label = `f${calls}`;
      const dying = { db: database({ ...env, DB: dyingDatabase(calls) }), by, owner: tenantId };
      const end = await moveLabel({ ...dying, now: Date.now() }, label, order).then(
        () => "alive",
        () => "dead",
      );
      const placed = await findLabel(db, { owner: tenantId, name: "rag", label });
      const { total } = await listMoves(
        db,
        { owner: tenantId, label },
        { page: 1, limit: 1, offset: 0 },
      );
      seen.push(`${placed === undefined ? "not placed" : "placed"}, ${total} written, ${end}`);
    }
    expect(seen.at(-1)).toBe("placed, 1 written, alive");
    expect(new Set(seen.slice(0, -1))).toEqual(new Set(["not placed, 0 written, dead"]));
  });
});

const versions = [{ version: 1, weight: 1 }];

async function movers() {
  const owner = claimedBySystem(await aTenant());
  const permissions = new Set(PERMISSIONS);
  const mover = (subject: string) => {
    const by: Person = { kind: "member", subject, reach: [owner], permissions };
    return { db: database(env), by, owner, now: Date.now() };
  };
  const order = { tenantId: owner, name: "rag", versions };
  return { owner, order, one: mover("person:one"), two: mover("person:two") };
}

/** The same with a protected label that has no version yet. */
async function protectedLabel() {
  const all = await movers();
  settle(await moveLabel(all.one, "safe", { ...all.order, versions: [], protected: true }));
  return all;
}

describe("the prompt versions that an isolate remembers", () => {
  it("are the last 200 that were asked for", async () => {
    const { owner, one } = await movers();
    const rows = env.DB.prepare(`WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n
        WHERE at < 201)
      INSERT INTO prompt_versions (owner, name, version, template, variables, config, sha256,
        commit_message, created_by, created_at)
      SELECT ?, 'many', at, '{"en":"text"}', '{}', '{}', '', '', 'test', 1 FROM n`);
    await rows.bind(owner).run();
    const asker = { owner, subject: "person:one", now: one.now };
    const find = (version: number, db = one.db) => findPrompt(db, asker, `many@${version}`);
    for (let version = 1; version <= 201; version += 1) await find(version);
    const dead = database({ ...env, DB: dyingDatabase(0) });
    expect(await find(2, dead)).toMatchObject({ version: 2 });
    expect(await find(201, dead)).toMatchObject({ version: 201 });
    await expect(find(1, dead)).rejects.toThrow();
  });
});

describe("a protected label", () => {
  const audit = { at: 1, actor: "person:one", action: "ai.prompt.label_moved" };

  it("stays protected after a move that leaves out the field protected", async () => {
    const { order, one, two } = await movers();
    settle(await moveLabel(one, "safe", { ...order, protected: true }));
    const { id } = settle(await moveLabel(one, "safe", order));
    settle(await decideOnMove(two, id, "applied"));
    expect(settle(await moveLabel(one, "safe", order)).state).toBe("pending");
  });

  it("is not moved by a request that read the label before its protection", async () => {
    const { owner, order, one } = await movers();
    const free = settle(await moveLabel(one, "late", { ...order, versions: [] }));
    settle(await moveLabel(one, "late", { ...order, versions: [], protected: true }));
    const move: MoveRow = { ...free, id: crypto.randomUUID(), versions };
    expect(await moveFreely(one.db, move, audit)).toBe(false);
    const label = await findLabel(one.db, { owner, name: "rag", label: "late" });
    expect(label).toMatchObject({ versions: [], protected: true });
  });

  it("409 label_protected for a move at the same time as the move that protects the label", async () => {
    const { order, one, two } = await movers();
    const [, late] = await Promise.all([
      moveLabel(one, "both", { ...order, protected: true }),
      moveLabel(two, "both", order),
    ]);
    expect(late).toMatchObject({ status: 409, error: "label_protected" });
  });

  it("400 for the approval of a move to an unknown version; the label stays", async () => {
    const { owner, order, one, two } = await movers();
    settle(await moveLabel(one, "gone", { ...order, versions: [], protected: true }));
    const asked = settle(await moveLabel(one, "gone", order));
    const move = { ...asked, id: crypto.randomUUID(), versions: [{ version: 77, weight: 1 }] };
    await insertMove(one.db, move, audit);
    const refused = await decideOnMove(two, move.id, "applied");
    expect(refused).toMatchObject({ status: 400, error: "unknown_prompt_version" });
    const label = await findLabel(one.db, { owner, name: "rag", label: "gone" });
    expect(label).toMatchObject({ versions: [] });
    expect(settle(await decideOnMove(two, move.id, "rejected")).state).toBe("rejected");
  });

  it("is not moved by an approval that comes after a rejection", async () => {
    const { owner, order, one, two } = await movers();
    settle(await moveLabel(one, "kept", { ...order, versions: [], protected: true }));
    const move = settle(await moveLabel(one, "kept", order));
    settle(await decideOnMove(two, move.id, "rejected"));
    const late = { ...move, state: "applied" as const, decidedBy: "person:two", decidedAt: 2 };
    expect(await decideMove(one.db, late, audit)).toBe(false);
    const label = await findLabel(one.db, { owner, name: "rag", label: "kept" });
    expect(label).toMatchObject({ versions: [] });
    expect(isRefusal(await decideOnMove(two, move.id, "applied"))).toBe(true);
  });
});

describe("the decision on a move", () => {
  it("is the same when it is repeated, and is in the audit log once", async () => {
    const { owner, order, one, two } = await protectedLabel();
    const { id } = settle(await moveLabel(one, "safe", order));
    const decided = settle(await decideOnMove(two, id, "applied"));
    for (const { by } of [one, two]) {
      const again = await decideOnMove({ ...two, by, now: two.now + 1_000 }, id, "applied");
      expect(again).toEqual(decided);
    }
    expect(await decideOnMove(one, id, "rejected")).toMatchObject({ error: "already_decided" });
    const second = settle(await moveLabel(one, "safe", order));
    const both = await Promise.all([1, 2].map(() => decideOnMove(two, second.id, "applied")));
    expect(both).toMatchObject([{ state: "applied" }, { state: "applied" }]);
    const rows = env.DB.prepare(
      "SELECT actor FROM audit_log WHERE tenant_id = ? AND detail LIKE ?",
    );
    const { results } = await rows.bind(owner, `%${id}%`).all();
    expect(results).toEqual([{ actor: "person:one" }, { actor: "person:two" }]);
  });

  it("takes effect at once in the isolate of the approval", async () => {
    const { owner, order, one, two } = await protectedLabel();
    const found = () =>
      findPrompt(one.db, { owner, subject: "person:one", now: one.now }, "rag@safe");
    expect(await found()).toMatchObject({ error: "unknown_prompt_version" });
    const { id } = settle(await moveLabel(one, "safe", order));
    settle(await decideOnMove(two, id, "applied"));
    expect(await found()).toMatchObject({ name: "rag", version: 1 });
  });

  it("403 for an approval by the asker's other credential; another person can approve", async () => {
    const { order, one, two } = await protectedLabel();
    const ana = { ...one, by: { ...one.by, personId: "ana" } };
    const again = { ...one, by: { ...ana.by, subject: "token:0123456789" } };
    const { id } = settle(await moveLabel(ana, "safe", order));
    const refused = await decideOnMove(again, id, "applied");
    expect(refused).toMatchObject({ status: 403, error: "second_person_needed" });
    const eva = { ...two, by: { ...two.by, personId: "eva" } };
    expect(settle(await decideOnMove(eva, id, "applied")).state).toBe("applied");
  });

  it("can be a rejection by the asker, and the label stays", async () => {
    const { owner, order, one } = await protectedLabel();
    const { id } = settle(await moveLabel(one, "safe", order));
    expect(settle(await decideOnMove(one, id, "rejected")).state).toBe("rejected");
    expect(await findLabel(one.db, { owner, name: "rag", label: "safe" })).toMatchObject({
      versions: [],
      protected: true,
    });
  });
});

describe("a label that is not placed, or is empty", () => {
  it("names no version; production and latest then name the built-in prompt", async () => {
    const { owner, order, one } = await movers();
    settle(await moveLabel(one, "empty", { ...order, versions: [] }));
    // The built-in prompt needs no evaluation to be in production.
    settle(await moveLabel(one, "production", order));
    settle(await moveLabel(one, "production", { ...order, versions: [] }));
    const found = async (asked: string | undefined) => {
      const asker = { owner, subject: "person:one", now: Date.now() };
      const prompt = await findPrompt(one.db, asker, asked);
      return isRefusal(prompt) ? prompt.error : `${prompt.owner} ${prompt.name}@${prompt.version}`;
    };
    const builtin = await found("rag@1");
    for (const asked of [undefined, "production", "latest", "rag@production", "rag@latest", "1"]) {
      expect([asked, await found(asked)]).toEqual([asked, builtin]);
    }
    for (const asked of [
      "nowhere",
      "empty",
      "rag@empty",
      "other@production",
      "other@latest",
      "0",
    ]) {
      expect([asked, await found(asked)]).toEqual([asked, "unknown_prompt_version"]);
    }
  });
});

describe("a label of all tenants", () => {
  it("is listed at its version unless the tenant has placed a label of that name", async () => {
    const tenantId = await aTenant();
    const [as, operator] = [await aMember(tenantId), await anOperator()];
    const name = `p-${tenantId.slice(2)}`;
    const write = async (by: string, named: string) => {
      const template = { en: "Data stands between {{fence}}." };
      const body = { tenantId: named, name, template, commitMessage: "First" };
      const answer = await call("POST", "/ai/prompts/versions", { as: by, body });
      return (await answer.json<{ version: number }>()).version;
    };
    const place = async (by: string, named: string, ...numbers: number[]) => {
      const body = { tenantId: named, name, versions: numbers.map((version) => ({ version })) };
      const path = "/ai/prompts/labels/staging";
      expect((await call("PUT", path, { as: by, body })).status).toBe(200);
    };
    const holders = async () => {
      const answer = await call("GET", "/ai/prompts/versions", { as });
      const all = shown.parse(await answer.json()).versions.filter((one) => one.name === name);
      return all.filter(({ label }) => label.includes("staging")).map(({ version }) => version);
    };
    const [shared, own] = [await write(operator, "*"), await write(as, tenantId)];
    await place(operator, "*", shared);
    expect(await holders()).toEqual([shared]);
    await place(as, tenantId, own);
    expect(await holders()).toEqual([own]);
    await place(as, tenantId);
    expect(await holders()).toEqual([shared]);
  });
});

describe("a label that versions share", () => {
  it("gives each person the same version every time, and each version its share of people", async () => {
    const owner = await aTenant();
    const as = await aMember(owner);
    const template = { en: "Data stands between {{fence}}." };
    const body = { tenantId: owner, name: "rag", template, commitMessage: "Shorter" };
    const made = await call("POST", "/ai/prompts/versions", { as, body });
    const { version } = await made.json<{ version: number }>();
    const versions = [
      { version: 1, weight: 1 },
      { version, weight: 3 },
    ];
    const moved = { tenantId: owner, name: "rag", versions };
    const answer = await call("PUT", "/ai/prompts/labels/trial", { as, body: moved });
    expect(answer.status).toBe(200);
    const now = Date.now();
    const given = async (at: number) => {
      const asker = { owner, subject: `person:${at}`, now };
      return settle(await findPrompt(database(env), asker, "trial")).version;
    };
    const people = Array.from({ length: 400 }, (_, at) => at);
    const first = await Promise.all(people.map(given));
    expect(await Promise.all(people.map(given))).toEqual(first);
    const share = first.filter((one) => one === version).length / people.length;
    expect(share).toBeGreaterThan(0.65);
    expect(share).toBeLessThan(0.85);
  });
});

describe("the versions of a tenant", () => {
  it("are 500 at most", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const template = { en: "Data stands between {{fence}}." };
    const body = { tenantId, name: "many", template, commitMessage: "One more" };
    const write = async () => (await call("POST", "/ai/prompts/versions", { as, body })).status;
    expect(await write()).toBe(201);
    const fill = env.DB.prepare(
      `with recursive n(i) as (select 2 union all select i + 1 from n where i < 499)
       insert into prompt_versions select owner, name, i, template, variables, config, sha256,
         commit_message, created_by, created_at from prompt_versions, n where owner = ?`,
    );
    await fill.bind(tenantId).run();
    expect([await write(), await write()]).toEqual([201, 409]);
  });
});
