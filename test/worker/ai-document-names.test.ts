import { describe, expect, it } from "vitest";
import { chatAnswer } from "../../src/ai/chat/answers.ts";
import { contextAnswer } from "../../src/ai/answer/answers.ts";
import { call } from "../support/call.ts";
import { aMember, aTenant } from "../support/people.ts";

const UNSEEN = "\u202e\u200b\u{e0041}\u001b[31m\u0007";
const text = "Teresa Almeida leads the network team in Porto.";
const query = "Who leads the network team in Porto?";

async function aUser() {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const put = (names: object, name = "people") =>
    call("PUT", `/ai/documents/${name}`, { as, body: { tenantId, text, ...names } });
  return { tenantId, as, put };
}

describe("the title and the source of a document", () => {
  it("lose their unseen characters, in lists, citations and cards", async () => {
    const { tenantId, as, put } = await aUser();
    const names = { title: `Peo${UNSEEN}ple<!-- x -->\nof Porto`, source: ` wi${UNSEEN}ki ` };
    expect((await put(names)).status).toBe(202);
    const seen = { title: "People of Porto", source: "wiki" };
    const list = await call("GET", `/ai/documents?tenantId=${tenantId}&source=wiki`, { as });
    expect(await list.json()).toMatchObject({ items: [seen] });
    const found = await call("POST", "/ai/context/search", { as, body: { tenantId, query } });
    expect(contextAnswer.parse(await found.json()).documents[0]).toMatchObject(seen);
    const said = await call("POST", "/ai/chat", { as, body: { tenantId, query } });
    const { citations, cards } = chatAnswer.parse(await said.json());
    expect([citations[0], cards[0]?.title]).toMatchObject([seen, seen.title]);
    expect((await put(seen)).status).toBe(200);
  });

  it.each(["title", "source"])("400 for a %s of unseen characters only", async (field) => {
    const { put } = await aUser();
    const answer = await put({ title: "People", source: "wiki", [field]: UNSEEN });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ details: [{ path: field }] });
  });

  it("400 for the reserved source builtin with an unseen character in it", async () => {
    const { put } = await aUser();
    expect((await put({ title: "People", source: `built\u200bin` })).status).toBe(400);
  });

  it("keep accents, emoji and right-to-left writing", async () => {
    const { tenantId, as, put } = await aUser();
    const names = { title: "Ñandú 👋 שלום مرحبا", source: "intranet – RR. HH." };
    expect((await put(names)).status).toBe(202);
    const shown = await call("GET", `/ai/documents/people?tenantId=${tenantId}`, { as });
    expect(await shown.json()).toMatchObject(names);
  });
});

describe("an externalId that is the id of another document", () => {
  it.each([
    ["short", text],
    ["long", `${text} `.repeat(12_000)],
  ])("409 for a %s text, in a batch too, and nothing is written", async (_size, long) => {
    const { tenantId, as, put } = await aUser();
    const names = { title: "People", source: "wiki" };
    const { id } = await (await put(names)).json<{ id: string }>();
    const taken = await put({ ...names, text: long }, id);
    expect(taken.status).toBe(409);
    expect(await taken.json()).toMatchObject({ error: "name_taken" });
    const documents = [{ ...names, text: long, externalId: id }];
    const batch = await call("POST", "/ai/documents:batch", { as, body: { tenantId, documents } });
    expect(await batch.json()).toMatchObject({ items: [{ statusCode: 409, error: "name_taken" }] });
    const list = await call("GET", `/ai/documents?tenantId=${tenantId}&source=wiki`, { as });
    expect(await list.json()).toMatchObject({ total: 1, items: [{ id, version: 1 }] });
  });

  it("202 if that document is another tenant's or does not exist", async () => {
    const [{ put }, other] = [await aUser(), await aUser()];
    const names = { title: "People", source: "wiki" };
    const { id } = await (await put(names)).json<{ id: string }>();
    expect((await other.put(names, id)).status).toBe(202);
    expect((await put(names, crypto.randomUUID())).status).toBe(202);
  });
});
