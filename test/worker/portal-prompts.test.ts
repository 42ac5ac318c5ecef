import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { aMember, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const textOf = async (answer: Promise<Response>) => (await answer).text();

/** A version of the tenant's own, not evaluated yet. */
async function aVersion() {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const body = {
    tenantId,
    template: { en: "Answer from what stands between {{fence}}, like a pirate." },
    commitMessage: "Arr",
  };
  const made = await call("POST", "/ai/prompts/versions", { as, body });
  expect(made.status).toBe(201);
  const { version } = await made.json<{ version: number }>();
  const ana = await aVisitor("owner", [tenantId]);
  const list = `/portal/t/${tenantId}/prompts`;
  return { tenantId, as, ana, list, one: `${list}/rag/${version}`, version };
}

describe("prompts in the portal", () => {
  it("show all versions and the text of one, the built-in one in use; 404 for an unknown version", async () => {
    const { ana, list, one } = await aVersion();
    const versions = await textOf(ana.get(list));
    expect(versions).toContain("Arr");
    expect(versions).toContain("built in");
    expect(versions).toContain("<td>English</td>");
    const page = await textOf(ana.get(one));
    expect(page).toContain("like a pirate");
    expect(page).toContain("never evaluated");
    const builtIn = await textOf(ana.get(`${list}/rag/1`));
    expect(builtIn).toContain("Answers are written by this version now.");
    const es = { "accept-language": "es" };
    for (const path of [list, `${list}/rag/1`]) {
      expect(await textOf(ana.get(path, es))).not.toContain("Built in");
    }
    expect((await ana.get(`${list}/rag/99`)).status).toBe(404);
    expect((await ana.get(`${list}/rag/nonsense`)).status).toBe(404);
  });

  it("link to a version's text only for readers who may read it", async () => {
    const { tenantId, list, one } = await aVersion();
    const analyst = await aVisitor("analyst", [tenantId]);
    const page = await textOf(analyst.get(list));
    expect((await analyst.get(one)).status).toBe(403);
    expect(page).toContain("Arr");
    expect(page).not.toContain(`href="${one}"`);
    expect(page).not.toContain("Open a version");
    const operator = await aVisitor("operator", [tenantId]);
    expect(await textOf(operator.get(list))).toContain(`href="${one}"`);
  });

  it("409 for putting a version without evaluation into production; no label moves", async () => {
    const { ana, list, one } = await aVersion();
    const refused = await ana.post(`${one}/production`, {}, { "accept-language": "es" });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("no se ha evaluado");
    expect(await textOf(ana.get(list))).toContain("No label was moved yet");
  });

  it("a move of a protected label waits for a second person", async () => {
    const { tenantId, as, ana, list } = await aVersion();
    const order = { tenantId, versions: [{ version: 1 }], protected: true };
    const first = await call("PUT", "/ai/prompts/labels/production", { as, body: order });
    expect(first.status).toBe(200);
    const answer = await ana.post(`${list}/rag/1/production`);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("set-cookie")).toContain("flash=awaited;");
    const own = await textOf(ana.get(list));
    expect(own).toContain("Take back");
    expect(own).not.toContain("Agree");
    const path = /action="([^"]+\/moves\/[^"]+)"/.exec(own)?.[1] ?? "";
    expect((await ana.post(path, { state: "applied" })).status).toBe(403);
    const beto = await aVisitor("owner", [tenantId]);
    const his = await textOf(beto.get(list));
    expect(his).toMatch(/Agree <span class="hidden">[a-z]+@production</);
    expect(his).not.toContain("Take back");
    const elsewhere = path.replace(tenantId, await aTenant());
    expect((await (await aVisitor("owner")).post(elsewhere, { state: "applied" })).status).toBe(
      404,
    );
    expect((await beto.post(path, {})).status).toBe(400);
    expect((await beto.post(path, { state: "applied" })).status).toBe(303);
    expect(await textOf(beto.get(list))).not.toContain("waits for a second person");
  });

  it("a move is shown with each version's share, and says if it ends the protection", async () => {
    const { tenantId, as, ana, list, version } = await aVersion();
    const move = (label: string, order: object) =>
      call("PUT", `/ai/prompts/labels/${label}`, { as, body: { tenantId, ...order } });
    const both = [
      { version: 1, weight: 3 },
      { version, weight: 1 },
    ];
    await move("trial", { versions: both, protected: true });
    expect(await textOf(ana.get(list))).toContain(`rag@1 (75%), rag@${version} (25%)`);
    expect(await textOf(ana.get(list))).not.toContain("ends the protection");
    expect((await move("trial", { versions: both, protected: false })).status).toBe(202);
    expect(await textOf(ana.get(list))).toContain("ends the protection");
  });

  it("403 for an analyst's reading of a text or move of a label; 200 for the list", async () => {
    const { tenantId, one, list } = await aVersion();
    const analyst = await aVisitor("analyst", [tenantId]);
    expect((await analyst.get(list)).status).toBe(200);
    expect((await analyst.get(one)).status).toBe(403);
    expect((await analyst.post(`${one}/production`)).status).toBe(403);
  });
});
