import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { aLamp } from "../support/restricted.ts";
import { aVisitor } from "../support/visitor.ts";

const FIELDS = {
  title: "Pay",
  source: "wiki",
  text: "Nobody earns more than ten.",
  url: "",
  tags: "",
};

async function aTenantOfTwo() {
  const { tenantId, as } = await aLamp();
  const base = `/portal/t/${tenantId}`;
  const ana = await aVisitor("owner", [tenantId], "Ana Sousa");
  const rui = await aVisitor("analyst", [tenantId], "Rui Paz");
  const page = async (who: typeof ana, path: string, language = "en") => {
    const answer = await who.get(path, { "accept-language": language });
    return { status: answer.status, text: await answer.text() };
  };
  const add = async (acl: string[]) => {
    const fields = [...Object.entries(FIELDS), ...acl.map((one): [string, string] => ["acl", one])];
    const answer = await ana.post(`${base}/documents/new`, fields);
    return { status: answer.status, path: answer.headers.get("location") ?? "" };
  };
  return { tenantId, as, base, ana, rui, page, add };
}

describe("the list of documents", () => {
  it("names the language of each, because some have the same title in two", async () => {
    const { base, ana, page } = await aTenantOfTwo();
    const { text } = await page(ana, `${base}/documents`);
    for (const [language, code] of [
      ["English", "en"],
      ["Spanish", "es"],
    ]) {
      expect(text).toContain(`lang="${code}">Webhooks</a><small class="below">${language}</small>`);
    }
  });
});

describe("the access list of a document in the portal", () => {
  it.each([
    ["en", "Who finds it", "role operator and above"],
    ["es", "Quién lo encuentra", "rol operador y superiores"],
  ])("is chosen by checkboxes in plain words: %s", async (language, title, role) => {
    const { base, ana, page } = await aTenantOfTwo();
    const { text } = await page(ana, `${base}/documents/new`, language);
    const boxes = /<fieldset[\s\S]*?<\/fieldset>/.exec(text)?.[0] ?? "";
    for (const word of [title, role, "Ana Sousa", "Rui Paz"]) expect(boxes).toContain(word);
    expect(boxes).not.toContain(">user:");
  });

  it("is shown with names to an owner; an analyst outside it gets 404 and no row in the list", async () => {
    const { base, ana, rui, page, add } = await aTenantOfTwo();
    const { status, path } = await add([`user:${ana.personId}`, "role:owner"]);
    expect(status).toBe(303);
    const one = await page(ana, path);
    expect(one.text).toContain("role owner and above, Ana Sousa");
    expect((await page(ana, `${base}/documents`)).text).toContain("restricted");
    expect((await page(ana, `${base}/documents`, "es")).text).toContain("restringido");
    expect((await page(rui, path)).status).toBe(404);
    const list = await page(rui, `${base}/documents`);
    expect(list.text).not.toContain("Pay");
    expect(list.text).not.toContain("restricted");
  });

  it("is hidden from a reader who finds the document but may not write documents", async () => {
    const { rui, page, add } = await aTenantOfTwo();
    const { path } = await add([`user:${rui.personId}`]);
    const { status, text } = await page(rui, path);
    expect([status, text.includes("Who finds it")]).toEqual([200, false]);
  });

  it("means everybody if no box is ticked; 400 for a value that no box has", async () => {
    const { ana, page, add } = await aTenantOfTwo();
    const { path } = await add([]);
    expect((await page(ana, path)).text).toMatch(/Who finds it[\s\S]{0,80}everybody/);
    expect((await add(["group:hr"])).status).toBe(400);
  });

  it("is in the audit log in the same words", async () => {
    const { tenantId, as, base, ana, page, add } = await aTenantOfTwo();
    await add(["role:owner"]);
    const path = `/admin/audit?tenantId=${tenantId}`;
    const told = async () => (await call("GET", path, { as })).text();
    await expect.poll(told).toContain("role:owner");
    expect((await page(ana, `${base}/audit`)).text).toMatch(
      /Who finds it<\/span>\s*role owner and/,
    );
  });
});
