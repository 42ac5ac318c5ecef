import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { aMember, anOperator, aServiceKey } from "../support/people.ts";
import { aLamp, aPerson, QUERY, SECRET } from "../support/restricted.ts";

type Credentials = Parameters<typeof call>[2];
type Ask = (
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Response>;

const STREAM = { accept: "text/event-stream" };

/** Every request that may return the text of a document. */
const WAYS: Record<string, (ask: Ask) => Promise<Response>> = {
  search: (ask) => ask("POST", "/ai/context/search", { query: QUERY }),
  "ask-rag": (ask) => ask("POST", "/ai/ask-rag", { query: QUERY }),
  "ask-rag, streamed": (ask) => ask("POST", "/ai/ask-rag", { query: QUERY }, STREAM),
  chat: (ask) => ask("POST", "/ai/chat", { query: QUERY }),
  "chat, streamed": (ask) => ask("POST", "/ai/chat", { query: QUERY }, STREAM),
  "prompts/test": (ask) => ask("POST", "/ai/prompts/test", { query: QUERY }),
  document: (ask) => ask("GET", "/ai/documents/lamp"),
};
const MANAGED = ["document"];

/** Every kind of caller, for a document whose acl names the person `named` and the role operator. */
const CALLERS: Record<string, { finds: boolean; manages?: true; ways?: string[] }> = {
  "the person named in the acl, with a lower role": { finds: true },
  "the role named in the acl": { finds: true, manages: true },
  "a higher role": { finds: true, manages: true },
  "a lower role": { finds: false },
  "a token of the named person with one permission": { finds: true },
  "a token of a higher role with one permission": { finds: false },
  "a token without a person": { finds: false, manages: true },
  "a person of the company": { finds: false, manages: true },
  "a token of the company": { finds: false, manages: true },
  "a service": { finds: false },
  "an owner of another tenant": { finds: false },
};

const credentials = new Map<string, Credentials>();
let tenantId = "";

beforeAll(async () => {
  const lamp = await aLamp();
  const other = await aLamp();
  ({ tenantId } = lamp);
  const named = await aPerson("analyst", tenantId);
  const analyst = await aPerson("analyst", tenantId);
  const narrow = await aPerson("owner", tenantId, ["ai:use"]);
  const staff = await aPerson("owner");
  const key = await aServiceKey(["ai:use"], [tenantId]);
  const all: Credentials[] = [
    { as: named.as },
    { as: (await aPerson("operator", tenantId)).as },
    { as: (await aPerson("owner", tenantId)).as },
    { as: analyst.as },
    { as: named.as },
    { as: narrow.as },
    { as: lamp.as },
    { as: staff.as },
    { as: await anOperator() },
    { headers: { "x-internal-service-key": key } },
    { as: (await aPerson("owner", other.tenantId)).as },
  ];
  for (const [at, name] of Object.keys(CALLERS).entries()) credentials.set(name, all[at] ?? {});
  const acl = [`user:${named.personId}`, "role:operator"];
  expect((await lamp.put({ acl })).status).toBe(202);
  // So that this analyst too has a restricted document to find.
  const gate = { ...lamp.note, title: "Gate", text: "The gate is shut." };
  const body = { ...gate, acl: [`user:${analyst.personId}`] };
  expect((await call("POST", "/ai/documents", { as: lamp.as, body })).status).toBe(202);
  expect(await lamp.finds(await aMember(tenantId, "analyst"))).toBe(false);
});

const askAs =
  (name: string): Ask =>
  (method, path, body, headers) => {
    const { as, headers: own } = credentials.get(name) ?? {};
    return call(method, body === undefined ? `${path}?tenantId=${tenantId}&limit=100` : path, {
      ...(as === undefined ? {} : { as }),
      headers: { ...own, ...headers },
      ...(body === undefined ? {} : { body: { tenantId, ...body } }),
    });
  };

describe.each(Object.entries(CALLERS))(
  "a restricted document, for %s",
  (name, { finds, manages = false }) => {
    it.each(Object.keys(WAYS))(
      "%s shows its text only if this caller may see the document",
      async (way) => {
        const answer = await WAYS[way]?.(askAs(name));
        const text = (await answer?.text()) ?? "";
        const mayReach = answer?.ok === true;
        const wanted = MANAGED.includes(way) ? finds || manages : finds;
        expect([name, way, text.includes(SECRET)]).toEqual([name, way, wanted && mayReach]);
        // A caller without the text may be refused the call itself.
        if (!mayReach) expect([401, 403, 404]).toContain(answer?.status);
        if (finds && way !== "prompts/test") expect(answer?.status).toBe(200);
      },
    );

    it("the list and its total hold only the documents that this caller may see", async () => {
      const answer = await askAs(name)("GET", "/ai/documents");
      const wanted = name.startsWith("a service") || name.includes("another tenant") ? 403 : 200;
      expect([401, wanted]).toContain(answer.status);
      if (!answer.ok) return;
      const { items, total } = await answer.json<{ items: { title: string }[]; total: number }>();
      const shown = items.filter(({ title }) => title === "Lamp" || title === "Gate");
      const gate = manages || name === "a lower role" ? ["Gate"] : [];
      expect(shown.map(({ title }) => title)).toEqual([
        ...gate,
        ...(finds || manages ? ["Lamp"] : []),
      ]);
      expect(total).toBe(items.length);
    });
  },
);
