import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { claimedBySystem, PERMISSIONS, type Person } from "../../src/access/index.ts";
import { decideOnMove, listMoves, moveLabel, showMove, showVersions } from "../../src/ai/index.ts";
import { evaluation, evaluationPage } from "../../src/ai/prompts/evaluation-schemas.ts";
import { findLabel, findMove } from "../../src/ai/prompts/move-store.ts";
import { promptTested } from "../../src/ai/prompts/answers.ts";
import {
  movePage,
  moveShown,
  versions,
  versionShown,
} from "../../src/ai/prompts/version-schemas.ts";
import { isRefusal, settle } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";
import { aLibrary, anAppWithModel, GOOD, QUERY } from "../support/ai-tenant.ts";
import { call } from "../support/call.ts";
import { dyingDatabase } from "../support/dying-database.ts";
import { aGoodModel } from "../support/good-model.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";

const template = {
  en: "Speak as {{company}}. Data stands between {{fence}}. Answer in {{language}} with [1].",
  es: "Habla como {{company}}. Los datos están entre {{fence}}. Responde con [1].",
};
const order = { template, variables: { company: "Acme {{fence}}" }, commitMessage: "First try" };

async function write(as: string, tenantId: string, more: object = {}) {
  const body = { tenantId, ...order, ...more };
  const answer = await call("POST", "/ai/prompts/versions", { as, body });
  expect(answer.status).toBe(201);
  return versionShown.parse(await answer.json());
}

async function move(as: string, tenantId: string, label: string, body: object) {
  return call("PUT", `/ai/prompts/labels/${label}`, { as, body: { tenantId, ...body } });
}

async function anEditor() {
  const tenantId = await aTenant();
  return { tenantId, as: await aMember(tenantId) };
}

async function list(as: string, query = "") {
  const answer = await call("GET", `/ai/prompts/versions${query}`, { as });
  expect(answer.status).toBe(200);
  return versions.parse(await answer.json());
}

describe("POST /ai/prompts/versions", () => {
  it("201 with consecutive version numbers, also for four writes at once", async () => {
    const { tenantId, as } = await anEditor();
    const made = await Promise.all([1, 2, 3, 4].map(() => write(as, tenantId)));
    const numbers = made.map(({ version }) => version).sort((a, b) => a - b);
    const [first = 0] = numbers;
    expect(numbers).toEqual([first, first + 1, first + 2, first + 3]);
    expect(made[0]).toMatchObject({
      status: "draft",
      evaluated: "never",
      scope: "tenant",
      template,
    });
    const other = await write(as, tenantId, { name: "support" });
    expect(other.version).toBe(1);
  });

  it("201 for all tenants by an operator, with a number above a tenant's own", async () => {
    const { tenantId, as } = await anEditor();
    const own = await write(as, tenantId, { name: "shared" });
    const shared = await write(await anOperator(), "*", { name: "shared" });
    expect(shared.scope).toBe("global");
    expect(shared.version).toBeGreaterThan(own.version);
    const path = `/ai/prompts/versions/shared/${shared.version}?tenantId=${tenantId}`;
    expect((await call("GET", path, { as })).status).toBe(200);
  });

  it.each([
    ["no fence", { template: { en: "Answer." } }],
    ["a placeholder without a value", { template: { en: "{{fence}} {{nobody}}" } }],
    ["a value for fence, which the service fills in", { variables: { fence: "x", company: "y" } }],
    ["no language", { template: {} }],
    ["no message", { commitMessage: " " }],
    ["an unknown field", { owner: "*" }],
  ])("400 for %s", async (_case, more) => {
    const { tenantId, as } = await anEditor();
    const body = { tenantId, ...order, ...more };
    expect((await call("POST", "/ai/prompts/versions", { as, body })).status).toBe(400);
  });

  it("403 for another tenant, for all tenants, and without the permission", async () => {
    const { tenantId, as } = await anEditor();
    const post = (by: string, named: string) =>
      call("POST", "/ai/prompts/versions", { as: by, body: { tenantId: named, ...order } });
    expect((await post(await aMember(await aTenant()), tenantId)).status).toBe(403);
    expect((await post(as, "*")).status).toBe(403);
    expect((await post(await aMember(tenantId, "operator"), tenantId)).status).toBe(403);
  });

  it("the database refuses to change or delete a version", async () => {
    const { tenantId, as } = await anEditor();
    await write(as, tenantId);
    const change = env.DB.prepare("UPDATE prompt_versions SET name = 'x' WHERE owner = ?");
    await expect(change.bind(tenantId).run()).rejects.toThrow("never changed");
    const removal = env.DB.prepare("DELETE FROM prompt_versions WHERE owner = ?");
    await expect(removal.bind(tenantId).run()).rejects.toThrow("never removed");
  });
});

describe("GET /ai/prompts/versions", () => {
  it("200 with the tenant's own versions and the built-in one; 403 for another tenant", async () => {
    const { tenantId, as } = await anEditor();
    const { version } = await write(as, tenantId, {
      config: { model: "large", temperature: 0.5 },
    });
    const own = (await list(as)).versions.filter(({ scope }) => scope !== "global");
    expect(own.map(({ name, version, scope }) => [name, version, scope])).toEqual([
      ["rag", version, "tenant"],
      ["rag", 1, "builtin"],
    ]);
    expect(own[0]).toMatchObject({ model: "large", temperature: 0.5, label: ["latest"] });
    expect(own[1]).toMatchObject({ default: true, status: "active", label: ["production"] });
    const stranger = await aMember(await aTenant());
    const theirs = (await list(stranger)).versions;
    expect(theirs.some(({ scope }) => scope === "tenant")).toBe(false);
    expect(
      (await call("GET", `/ai/prompts/versions?tenantId=${tenantId}`, { as: stranger })).status,
    ).toBe(403);
  });

  it("404 for a version that is another tenant's", async () => {
    const { tenantId, as } = await anEditor();
    const { version } = await write(as, tenantId, { name: "secret" });
    const other = await anEditor();
    const path = `/ai/prompts/versions/secret/${version}?tenantId=${other.tenantId}`;
    expect((await call("GET", path, { as: other.as })).status).toBe(404);
  });
});

describe("PUT /ai/prompts/labels/{label}", () => {
  it("200, and requests that name the label get its version", async () => {
    const { tenantId, as } = await aLibrary();
    const { version } = await write(as, tenantId);
    const moved = await move(as, tenantId, "staging", { versions: [{ version }] });
    expect(moved.status).toBe(200);
    for (const promptVersion of [
      "staging",
      `rag@${version}`,
      String(version),
      "latest",
      "rag@staging",
    ]) {
      const body = { tenantId, query: QUERY, promptVersion };
      const answer = await call("POST", "/ai/prompts/test", { as, body });
      const { prompt, ...rest } = promptTested.parse(await answer.json());
      expect(rest.promptVersion).toBe(`rag@${version}`);
      // A variable's value is plain text: a placeholder in it is not replaced.
      expect(prompt.system).toContain("Speak as Acme {{fence}}. Data stands between DATA-");
    }
  });

  it("409 into production without an evaluation", async () => {
    const { tenantId, as } = await anEditor();
    const { version } = await write(as, tenantId);
    const answer = await move(as, tenantId, "production", { versions: [{ version }] });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ error: "not_evaluated" });
    expect((await list(as)).defaultVersion).toBe("rag@1");
  });

  it("400 for the label latest, an unknown version, a repeated version and another tenant's version", async () => {
    const { tenantId, as } = await anEditor();
    const versionsOf = (...all: number[]) => ({ versions: all.map((version) => ({ version })) });
    expect((await move(as, tenantId, "latest", versionsOf(1))).status).toBe(400);
    expect((await move(as, tenantId, "staging", versionsOf(9))).status).toBe(400);
    expect((await move(as, tenantId, "staging", versionsOf(1, 1))).status).toBe(400);
    const other = await anEditor();
    const { version } = await write(other.as, other.tenantId);
    expect((await move(as, tenantId, "staging", versionsOf(version))).status).toBe(400);
  });

  it("202 for a protected label; another person approves or rejects the move once", async () => {
    const { tenantId, as } = await anEditor();
    const { version } = await write(as, tenantId);
    await move(as, tenantId, "staging", { versions: [{ version: 1 }], protected: true });
    // Taking the protection away is a move like any other.
    const asked = await move(as, tenantId, "staging", {
      versions: [{ version }],
      protected: false,
    });
    expect(asked.status).toBe(202);
    const { id } = moveShown.parse(await asked.json());
    const decide = (by: string, what: string, named = tenantId) =>
      call("POST", `/ai/prompts/moves/${id}/${what}`, { as: by, body: { tenantId: named } });
    expect((await decide(as, "approve")).status).toBe(403);
    const stranger = await anEditor();
    expect((await decide(stranger.as, "approve")).status).toBe(403);
    expect((await decide(stranger.as, "approve", stranger.tenantId)).status).toBe(404);
    const second = await aMember(tenantId);
    const [one, two] = await Promise.all([decide(second, "approve"), decide(second, "reject")]);
    expect([one.status, two.status].sort((a, b) => a - b)).toEqual([200, 409]);
    const page = await call("GET", `/ai/prompts/moves?tenantId=${tenantId}&label=staging`, { as });
    const { items } = movePage.parse(await page.json());
    expect(items.map(({ state }) => state)).toContain(one.status === 200 ? "applied" : "rejected");
    expect(items).toHaveLength(2);
  });

  it("a move is applied or still pending if the Worker dies at any step of its approval", async () => {
    const tenantId = claimedBySystem(await aTenant());
    const personOf = (subject: string): Person => {
      return { kind: "member", subject, reach: [tenantId], permissions: new Set(PERMISSIONS) };
    };
    const db = database(env);
    const one = { db, by: personOf("person:one"), owner: tenantId, now: Date.now() };
    const versionsNow = { name: "rag", versions: [{ version: 1, weight: 1 }], tenantId };
    const seen: string[] = [];
    for (let calls = 0; !seen.includes("applied and placed, alive"); calls += 1) {
      const label = `l${calls}`;
      settle(await moveLabel(one, label, { ...versionsNow, versions: [], protected: true }));
      const { id } = settle(await moveLabel(one, label, versionsNow));
      const dying = database({ ...env, DB: dyingDatabase(calls) });
      const two = { ...one, db: dying, by: personOf("person:two") };
      const end = await decideOnMove(two, id, "applied").then(
        () => "alive",
        () => "dead",
      );
      const move = await findMove(db, tenantId, id);
      const placed = await findLabel(db, { owner: tenantId, name: "rag", label });
      const isPlaced = placed?.versions.length === 1;
      seen.push(`${move?.state} and ${isPlaced ? "placed" : "not placed"}, ${end}`);
    }
    expect(new Set(seen)).toEqual(new Set(["pending and not placed, dead", seen.at(-1)]));
  });

  it("a tenant's label takes precedence over the label of all tenants, unless it is empty", async () => {
    const { tenantId, as } = await aLibrary();
    const name = `n${crypto.randomUUID().slice(0, 8)}`;
    const shared = await write(await anOperator(), "*", { name });
    const own = await write(as, tenantId, { name });
    const versionBehind = async () => {
      const body = { tenantId, query: QUERY, promptVersion: `${name}@trial` };
      const answer = await call("POST", "/ai/prompts/test", { as, body });
      return (await answer.json<{ promptVersion?: string }>()).promptVersion;
    };
    expect(await versionBehind()).toBeUndefined();
    const to = (version: number) => ({ name, versions: [{ version }] });
    await move(await anOperator(), "*", "trial", to(shared.version));
    await move(as, tenantId, "trial", to(own.version));
    expect(await versionBehind()).toBe(`${name}@${own.version}`);
    await move(as, tenantId, "trial", { name, versions: [] });
    expect(await versionBehind()).toBe(`${name}@${shared.version}`);
  });

  it("the functions for pages follow the same rules and list the same moves", async () => {
    const tenantId = claimedBySystem(await aTenant());
    const by: Person = {
      kind: "member",
      subject: "person:a",
      reach: [tenantId],
      permissions: new Set(PERMISSIONS),
    };
    const mover = { db: database(env), by, owner: tenantId, now: Date.now() };
    const versionsNow = { name: "rag", versions: [{ version: 1, weight: 1 }], tenantId };
    const applied = settle(await moveLabel(mover, "staging", { ...versionsNow, protected: true }));
    const pending = settle(await moveLabel(mover, "staging", versionsNow));
    expect([applied.state, pending.state]).toEqual(["applied", "pending"]);
    expect(isRefusal(await decideOnMove(mover, pending.id, "applied"))).toBe(true);
    settle(await decideOnMove(mover, pending.id, "rejected"));
    const page = { page: 1, limit: 10, offset: 0 };
    const { items } = await listMoves(mover.db, { owner: tenantId }, page);
    expect(items.map((row) => showMove(row).state).sort()).toEqual(["applied", "rejected"]);
    const { versions: all } = await showVersions(mover.db, [tenantId], by.subject, mover.now);
    expect(all.at(-1)?.label).toEqual(expect.arrayContaining(["staging", "production"]));
  });
});

describe("POST /ai/prompts/evaluations", () => {
  async function evaluate(model: Parameters<typeof anAppWithModel>[0], more: object = {}) {
    const { tenantId, as } = await aLibrary();
    const { version } = await write(as, tenantId);
    const { ask, asked } = anAppWithModel(model);
    const body = { tenantId, version, ...more };
    const answer = await ask("POST", "/ai/prompts/evaluations", as, body);
    return { tenantId, as, version, ask, asked, answer };
  }

  it("201 with a pass, which allows production; requests without a version then use the version", async () => {
    const { tenantId, as, version, ask, answer } = await evaluate(aGoodModel);
    expect(answer.status).toBe(201);
    const made = evaluation.parse(await answer.json());
    const address = `/ai/prompts/evaluations/${made.id}?tenantId=${tenantId}`;
    expect(answer.headers.get("location")).toBe(address);
    expect(made.results.filter(({ passed }) => !passed)).toEqual([]);
    expect(made).toMatchObject({ passed: true, failed: 0, scope: "tenant" });
    const moved = await move(as, tenantId, "production", { versions: [{ version }] });
    expect(moved.status).toBe(200);
    const shown = await list(as);
    expect(shown.defaultVersion).toBe(`rag@${version}`);
    expect(shown.versions.find(({ scope }) => scope === "builtin")).toMatchObject({
      status: "retired",
    });
    const tested = await ask("POST", "/ai/prompts/test", as, { tenantId, query: QUERY });
    expect(promptTested.parse(await tested.json()).promptVersion).toBe(`rag@${version}`);
    const page = await call("GET", `/ai/prompts/evaluations?tenantId=${tenantId}`, { as });
    expect(evaluationPage.parse(await page.json()).items.map(({ id }) => id)).toEqual([made.id]);
    const again = await call("GET", `/ai/prompts/evaluations/${made.id}?tenantId=${tenantId}`, {
      as,
    });
    expect(evaluation.parse(await again.json())).toEqual(made);
  });

  it.each([
    ["follows what a document orders", "BANANA PLÁTANO DATA- evil.example", "forbidden_words"],
    ["cites what it was not given", "Marta Rey, 30 days [9].", "phantom_citation"],
    ["is down", 500, "no_answer"],
  ])("201 without a pass if the model %s; 409 for production", async (_case, says, reason) => {
    const { answer, as, tenantId, version } = await evaluate([says]);
    const made = evaluation.parse(await answer.json());
    expect(made.passed).toBe(false);
    expect(made.results.flatMap(({ reasons }) => reasons)).toContain(reason);
    const moved = await move(as, tenantId, "production", { versions: [{ version }] });
    expect(moved.status).toBe(409);
  });

  it("201 with the tenant's own cases; a failed case keeps the version out of production", async () => {
    const own = {
      id: "own-1",
      kind: "answer",
      language: "en",
      query: "Who feeds the cat?",
      documents: ["Ines feeds the cat."],
      contains: ["nobody at all"],
    };
    const { answer, as, tenantId, version } = await evaluate(aGoodModel, { cases: [own] });
    const made = evaluation.parse(await answer.json());
    expect(made.results.filter(({ passed }) => !passed).map(({ id }) => id)).toEqual(["own-1"]);
    expect(made.passed).toBe(false);
    expect((await move(as, tenantId, "production", { versions: [{ version }] })).status).toBe(409);
  });

  it("409 for production if a later evaluation fails after a pass", async () => {
    const { as, tenantId, version } = await evaluate(aGoodModel);
    const bad = anAppWithModel(["I do not know."]);
    await bad.ask("POST", "/ai/prompts/evaluations", as, { tenantId, version });
    expect((await move(as, tenantId, "production", { versions: [{ version }] })).status).toBe(409);
  });

  it("a tenant's pass of a shared version allows only that tenant's production", async () => {
    const { tenantId, as } = await aLibrary();
    const name = `n${crypto.randomUUID().slice(0, 8)}`;
    const { version } = await write(await anOperator(), "*", { name });
    const { ask } = anAppWithModel(aGoodModel);
    const body = { tenantId, name, version };
    expect((await ask("POST", "/ai/prompts/evaluations", as, body)).status).toBe(201);
    const other = await anEditor();
    const place = { name, versions: [{ version }] };
    expect((await move(other.as, other.tenantId, "production", place)).status).toBe(409);
    expect((await move(await anOperator(), "*", "production", place)).status).toBe(409);
    expect((await move(as, tenantId, "production", place)).status).toBe(200);
  });

  it("409 without a model; 400, 404 and 403 for another tenant's version and evaluation", async () => {
    const { tenantId, as, version, answer } = await evaluate(aGoodModel);
    const body = { tenantId, version };
    expect((await call("POST", "/ai/prompts/evaluations", { as, body })).status).toBe(409);
    const { id } = await answer.json<{ id: string }>();
    const other = await aLibrary();
    const mine = { tenantId: other.tenantId, version };
    const foreign = await call("POST", "/ai/prompts/evaluations", { as: other.as, body: mine });
    expect(foreign.status).toBe(400);
    const path = `/ai/prompts/evaluations/${id}?tenantId=`;
    expect((await call("GET", path + other.tenantId, { as: other.as })).status).toBe(404);
    expect((await call("GET", path + tenantId, { as: other.as })).status).toBe(403);
  });
});

describe("POST /ai/prompts/test", () => {
  it("200 with exactly the prompt that the model was sent", async () => {
    const { tenantId, as } = await aLibrary();
    const { version } = await write(as, tenantId, { config: { model: "large", temperature: 0.7 } });
    const { ask, asked } = anAppWithModel([GOOD]);
    const body = { tenantId, query: QUERY, promptVersion: `rag@${version}`, runModel: true };
    const answer = await ask("POST", "/ai/prompts/test", as, body);
    const { prompt, result } = promptTested.parse(await answer.json());
    expect(result?.answer).toBe(GOOD);
    const [system, user] = asked[0]?.body.messages ?? [];
    expect([system?.content, user?.content]).toEqual([prompt.system, prompt.messages[0]?.content]);
    expect(asked[0]?.body).toMatchObject({ model: "large", temperature: 0.7 });
  });
});
