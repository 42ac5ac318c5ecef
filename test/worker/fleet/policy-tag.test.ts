import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { anAgent, type TestAgent, tlsOf } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { aMember } from "../../support/people.ts";

/** The test's D1, and every statement that it is given. */
function watchedDatabase() {
  const statements: string[] = [];
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") {
        return (text: string) => {
          statements.push(text);
          return target.prepare(text);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  return { DB, statements };
}

async function ask({ pem }: TestAgent, tag = "") {
  const { DB, statements } = watchedDatabase();
  const { request } = anApp({}, { DB });
  const answer = await request("http://rampart.test/agents/me/policy", {
    headers: { "if-none-match": tag },
    cf: { tlsClientAuth: tlsOf(pem) },
  });
  const entriesRead = statements.some((text) => text.includes('"entries"'));
  return { answer, etag: answer.headers.get("etag") ?? "", entriesRead };
}

it("GET /agents/me/policy reads no entries of dictionaries for an agent that knows them", async () => {
  const agent = await anAgent();
  const as = await aMember(agent.tenantId);
  const body = { name: "words", kind: "terms", entries: [{ value: "a" }] };
  expect((await call("POST", "/detection-dictionaries", { as, body })).status).toBe(200);
  const first = await ask(agent);
  // Shared ones may come from other test files.
  const own = expect.objectContaining({
    tenantId: agent.tenantId,
    entries: [{ value: "a", weight: 1 }],
  });
  const dictionaries = expect.arrayContaining([own]) as object[];
  expect(await first.answer.json()).toMatchObject({ dictionaries });
  expect(first.entriesRead).toBe(true);
  const again = await ask(agent, first.etag);
  expect(again.answer.status).toBe(304);
  expect(again.entriesRead).toBe(false);
});

it("GET /agents/me/policy has another tag after each change of a dictionary or the policy", async () => {
  const agent = await anAgent();
  const as = await aMember(agent.tenantId);
  const tags = new Set([(await ask(agent)).etag]);
  const dictionaries = "/detection-dictionaries";
  const newTag = async (method: string, path: string, body?: object) => {
    const answer = await call(method, path, { as, ...(body && { body }) });
    expect(answer.ok).toBe(true);
    await agent.checkIn({});
    const { etag } = await ask(agent);
    expect(tags).not.toContain(etag);
    expect((await ask(agent, etag)).answer.status).toBe(304);
    tags.add(etag);
    return answer.status === 204 ? "" : (await answer.json<{ id: string }>()).id;
  };
  const words = { name: "words", kind: "terms", entries: [{ value: "a" }] };
  const id = await newTag("POST", dictionaries, words);
  const one = `${dictionaries}/${id}`;
  await newTag("PATCH", one, { entries: [{ value: "b" }] });
  await newTag("PATCH", one, { severity: "high" });
  const policies = "/admin/policies";
  const { tenantId } = agent;
  const policy = { tenantId, name: "x", document: { on: 1 } };
  const made = await call("POST", policies, { as, body: policy });
  const policyId = (await made.json<{ id: string }>()).id;
  await newTag("PUT", `${policies}/assignments`, { tenantId, policyId });
  await newTag("POST", `${policies}/${policyId}/revisions`, { document: { on: 2 } });
  const without = (await ask(agent)).etag;
  await call("PATCH", one, { as, body: { enabled: false } });
  expect((await ask(agent, without)).answer.status).toBe(200);
  await newTag("PATCH", one, { enabled: true });
  await newTag("POST", dictionaries, { ...words, name: "more" });
});
