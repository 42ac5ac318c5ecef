import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { TenantId } from "../../src/access/index.ts";
import { listEvaluations } from "../../src/ai/prompts/evaluation-store.ts";
import { evaluation } from "../../src/ai/prompts/evaluation-schemas.ts";
import { DEFAULT_PROMPT } from "../../src/ai/prompts/well-known.ts";
import { database } from "../../src/platform/index.ts";
import { aLibrary, anAppWithModel } from "../support/ai-tenant.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { aGoodModel } from "../support/good-model.ts";
import { aMember, aTenant } from "../support/people.ts";

const template = {
  en: "Data stands between {{fence}}. Answer in {{language}} with [1].",
  es: "Responde con {{fence}}.",
};

describe("POST /ai/prompts/versions at its longest", () => {
  it("201 for templates and variables of the most characters, written in escapes", async () => {
    const tenantId = await aTenant();
    const letters = (count: number) => "é".repeat(count);
    const long = { en: `{{fence}} ${letters(7_990)}`, es: `{{fence}} ${letters(7_990)}` };
    const names = Array.from({ length: 20 }, (_, at) => `word${at}`);
    const variables = Object.fromEntries(names.map((name) => [name, letters(500)]));
    const order = { tenantId, template: long, variables, commitMessage: "Long" };
    // Blanks take the place of characters beyond the 16 bits of one escape.
    const escaped = JSON.stringify(order)
      .replaceAll("é", String.raw`\u00e9`)
      .padEnd(320 * 1024);
    const headers = {
      authorization: `Bearer ${await aMember(tenantId)}`,
      "content-type": "application/json",
    };
    const sent = { method: "POST", headers, body: escaped };
    expect((await anApp().request("/ai/prompts/versions", sent)).status).toBe(201);
  });
});

describe("POST /ai/prompts/evaluations with limits", () => {
  it("201 with over_limit, which leaves the earlier pass or failure to decide on production", async () => {
    const { tenantId, as } = await aLibrary();
    const order = { tenantId, template, commitMessage: "First try" };
    const written = await call("POST", "/ai/prompts/versions", { as, body: order });
    const { version } = await written.json<{ version: number }>();
    const body = { tenantId, version };
    const { ask } = anAppWithModel(aGoodModel);
    await ask("POST", "/ai/prompts/evaluations", as, body);
    const limit = (callsPerDay: number | null) =>
      call("PATCH", "/ai/settings", {
        as,
        body: { tenantId, limits: callsPerDay === null ? null : { callsPerDay } },
      });
    const moved = { tenantId, versions: [{ version }] };
    const toProduction = () => call("PUT", "/ai/prompts/labels/production", { as, body: moved });
    await limit(1);
    const cut = await ask("POST", "/ai/prompts/evaluations", as, body);
    const made = evaluation.parse(await cut.json());
    expect(made.passed).toBe(false);
    expect(new Set(made.results.flatMap(({ reasons }) => reasons))).toEqual(
      new Set(["over_limit"]),
    );
    expect((await toProduction()).status).toBe(200);
    await limit(null);
    const bad = anAppWithModel(["BANANA PLÁTANO DATA- evil.example"]);
    await bad.ask("POST", "/ai/prompts/evaluations", as, body);
    await limit(1);
    await ask("POST", "/ai/prompts/evaluations", as, body);
    expect((await toProduction()).status).toBe(409);
  });
});

describe("the limits of a tenant's prompts", () => {
  it("409 for a tenant's label beyond 500; existing labels can still be moved", async () => {
    const { tenantId, as } = await aLibrary();
    await env.DB.prepare(
      `insert into prompt_labels (owner, name, label, versions, protected, moved_by, moved_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 499)
        select ?1, ?2, 'l' || i, '[]', 0, 't', 0 from n`,
    )
      .bind(tenantId, DEFAULT_PROMPT)
      .run();
    const body = { tenantId, versions: [] };
    const move = (label: string) => call("PUT", `/ai/prompts/labels/${label}`, { as, body });
    expect((await move("last")).status).toBe(200);
    const refused = await move("more");
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ error: "too_many_labels" });
    expect((await move("last")).status).toBe(200);
    expect((await move("l7")).status).toBe(200);
    const rows = "select count(*) as n from prompt_moves where owner = ? and label = 'more'";
    expect(await env.DB.prepare(rows).bind(tenantId).first("n")).toBe(0);
  });

  it("the newest 200 evaluations of a tenant are kept, and those of scope *", async () => {
    const { tenantId, as } = await aLibrary();
    const put = (scope: string, most: number) =>
      env.DB.prepare(
        `insert into prompt_evaluations (id, tenant_id, scope, owner, name, version, sha256, suite,
            cases, results, passed, created_by, created_at)
          with recursive n(i) as (select 1 union all select i + 1 from n where i < ?3)
          select ?1 || ?2 || i, ?1, ?2, ?1, 'x', 1, '', '', '[]', '[]', 1, 't', i from n`,
      )
        .bind(tenantId, scope, most)
        .run();
    await put(tenantId, 205);
    await put("*", 3);
    const { ask } = anAppWithModel(aGoodModel);
    const made = await ask("POST", "/ai/prompts/evaluations", as, { tenantId, version: 1 });
    expect(made.status).toBe(201);
    const { results } = await env.DB.prepare(
      `select scope, count(*) as n, min(created_at) as first from prompt_evaluations
        where tenant_id = ? group by scope order by scope`,
    )
      .bind(tenantId)
      .all();
    expect(results).toEqual([
      { scope: "*", n: 3, first: 1 },
      { scope: tenantId, n: 200, first: 7 },
    ]);
  });
});

describe("the cases of an evaluation", () => {
  it("413 if the cases and their answers would not fit into a row of the database", async () => {
    const { tenantId, as } = await aLibrary();
    const { ask } = anAppWithModel(aGoodModel);
    const documents = Array.from({ length: 10 }, () => "界".repeat(1_650));
    const one = { kind: "refusal", language: "en", query: "q", documents };
    const cases = Array.from({ length: 40 }, (_, at) => ({ ...one, id: `c${at}` }));
    const answer = await ask("POST", "/ai/prompts/evaluations", as, {
      tenantId,
      version: 1,
      cases,
    });
    expect(answer.status).toBe(413);
  });
});

describe("a list of evaluations", () => {
  it("has the numbers of cases and failures, without the texts of the cases", async () => {
    const { tenantId, as } = await aLibrary();
    const documents = ["LONG ".repeat(700)];
    const one = { kind: "refusal", language: "en", query: "q", documents };
    const cases = [0, 1, 2].map((at) => ({
      ...one,
      id: `c${at}`,
      absent: at === 2 ? ["the"] : [],
    }));
    const { ask } = anAppWithModel(["The documents do not say."]);
    await ask("POST", "/ai/prompts/evaluations", as, { tenantId, version: 1, cases });
    const page = { page: 1, limit: 100, offset: 0 };
    const { items } = await listEvaluations(database(env), tenantId as TenantId, undefined, page);
    expect(JSON.stringify(items)).not.toContain("LONG");
    const list = await call("GET", `/ai/prompts/evaluations?tenantId=${tenantId}`, { as });
    const shown = await list.json<{ items: { cases: number; failed: number }[] }>();
    const id = items[0]?.id ?? "";
    const path = `/ai/prompts/evaluations/${id}?tenantId=${tenantId}`;
    const whole = evaluation.parse(await (await call("GET", path, { as })).json());
    const failed = whole.results.filter(({ passed }) => !passed).length;
    expect(shown.items).toMatchObject([{ cases: whole.results.length, failed }]);
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBeLessThan(whole.results.length);
  });
});

describe("the versions of a tenant's prompts", () => {
  it("are 500 at most over all names: 409 for one more; another tenant has its own 500", async () => {
    const tenants = [await aTenant(), await aTenant()];
    const [full = ""] = tenants;
    await env.DB.prepare(
      `insert into prompt_versions (owner, name, version, template, variables, config, sha256,
         commit_message, created_by, created_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 499)
        select ?, 'p' || (i % 7), i, '{"en":"x","es":"x"}', '{}', '{}', '', '', 't', 0 from n`,
    )
      .bind(full)
      .run();
    const write = async (tenantId: string) => {
      const as = await aMember(tenantId);
      const body = { tenantId, name: "mine", template, commitMessage: "One more." };
      return call("POST", "/ai/prompts/versions", { as, body });
    };
    expect((await write(full)).status).toBe(201);
    const refused = await write(full);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ error: "too_many_versions" });
    expect((await write(tenants[1] ?? "")).status).toBe(201);
  });
});

describe("GET /ai/prompts/versions", () => {
  it("200 for a token with 100 tenants", async () => {
    const tenants = Array.from({ length: 99 }, (_, at) => `among-many-${at}`);
    const as = await aMember([await aTenant(), ...tenants]);
    const answer = await call("GET", "/ai/prompts/versions", { as });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ defaultVersion: "rag@1" });
  });
});
