import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { deafDatabase } from "../support/dying-database.ts";
import { aTenant } from "../support/people.ts";
import { markSender } from "../../src/portal/frame/form-sender.ts";
import { aVisitor, signedInAgain, visitor, type Visitor } from "../support/visitor.ts";

const NOTE = 'Lures, "quoted" <b> & of two\nlines';
const ENTRY = { once: "0123456789abcdef", action: "deny", value: "bad.example", note: NOTE };

/** The same form, with the mark of the person who opened it. */
const openedBy = (who: Visitor) => ({ ...ENTRY, by: markSender(who) });

/** The hidden fields of the page, as a browser would send them. */
function fieldsOf(page: string): [string, string][] {
  const plain = (text: string) =>
    text
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
  const inputs = page.slice(page.indexOf("<main")).matchAll(/name="([^"]*)" value="([^"]*)"/g);
  return Array.from(inputs, ([, name = "", value = ""]) => [plain(name), plain(value)]);
}

describe("a form that fails with 500", () => {
  it("is kept whole in the error page, and carried out when it is sent again from there", async () => {
    const tenantId = await aTenant();
    const path = `/portal/t/${tenantId}/lists`;
    const ana = await aVisitor("owner", [tenantId]);
    const headers = { cookie: ana.cookie, "sec-fetch-site": "same-origin" };
    const body = new URLSearchParams({ ...ENTRY, note: "Lures" });
    const failing = anApp({}, { DB: deafDatabase({ done: false }) });
    const init = { method: "POST", body, headers: { ...headers, "accept-language": "en" } };
    const answer = await failing.request(`http://rampart.test${path}`, init);
    expect(answer.status).toBe(500);
    const page = await answer.text();
    expect(page).toContain("Something went wrong on our side.");
    expect(page).toContain(`action="${path}"`);
    expect(Object.fromEntries(fieldsOf(page))).toEqual({ ...ENTRY, note: "Lures" });
    expect((await ana.post(path, fieldsOf(page))).status).toBe(303);
    expect(await (await ana.get(path)).text()).toContain("bad.example");
    const seen = await failing.request(`http://rampart.test${path}?page=1`, { headers });
    expect(await seen.text()).toContain(`<a class="button" href="${path}?page=1">`);
  });
});

describe("a form that is sent after its session has ended", () => {
  it("401 with the form kept whole; sent again after sign-in, it is carried out once", async () => {
    const tenantId = await aTenant();
    const path = `/portal/t/${tenantId}/lists`;
    const ana = await aVisitor("owner", [tenantId]);
    await ana.post("/portal/sign-out");
    const answer = await ana.post(path, openedBy(ana));
    expect(answer.status).toBe(401);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const page = await answer.text();
    expect(page).toContain("Your session has ended");
    expect(page).toContain('href="/portal/sign-in" target="_blank"');
    expect(page).toContain(`action="${path}"`);
    expect(Object.fromEntries(fieldsOf(page))).toEqual(openedBy(ana));

    const again = await signedInAgain(ana);
    expect((await again.post(path, fieldsOf(page))).status).toBe(303);
    expect(await (await again.get(path)).text()).toContain("bad.example");
    expect((await again.post(path, fieldsOf(page))).status).toBe(409);
  });

  it("keeps the query of its address", async () => {
    const path = "/portal/t/acme/lists?q=example&page=2";
    const page = await (await visitor("").post(path, openedBy(visitor("")))).text();
    expect(page).toContain(`action="${path.replace("&", "&amp;")}"`);
  });

  it("says in Spanish that the session has ended", async () => {
    const spanish = { "accept-language": "es" };
    const answer = await visitor("").post("/portal/t/acme/lists", openedBy(visitor("")), spanish);
    expect(await answer.text()).toContain("Su sesión ha terminado");
  });

  it.each([
    ["nothing was typed", { once: "0123456789abcdef", opened: "mark", note: " " }],
    ["the form does not say who opened it", ENTRY],
    ["it has a passkey, which can be used only once", { credential: "{}", name: "laptop" }],
  ])("303 to the sign-in if %s", async (_, fields: Record<string, string>) => {
    const answer = await visitor("").post("/portal/t/acme/lists", fields);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/portal/sign-in"]);
  });

  it("403 from another site, without its text", async () => {
    const foreign = { "sec-fetch-site": "cross-site" };
    const answer = await visitor("").post("/portal/t/acme/lists", ENTRY, foreign);
    expect(answer.status).toBe(403);
    expect(await answer.text()).not.toContain("bad.example");
  });
});
