import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { deafDatabase } from "../support/dying-database.ts";
import { aTenant } from "../support/people.ts";
import { markSender } from "../../src/portal/frame/form-sender.ts";
import { aVisitor, signedInAgain, visitor, type Visitor } from "../support/visitor.ts";

const NOTE = 'Lures, "quoted" <b> & of two\nlines';
const ENTRY = { once: "0123456789abcdef", action: "deny", value: "bad.example", note: NOTE };

/** The same, in a page that somebody had opened. */
const openedBy = (who: Visitor) => ({ ...ENTRY, by: markSender(who) });

/** What the page would send on: its hidden fields, as a browser reads them. */
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

describe("a form that failed on our side", () => {
  it("waits whole in the page that says so, and does what it says when it is sent again", async () => {
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
  it("waits whole until its sender has signed in, and does then what it says, once", async () => {
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

  it("keeps the query that leads back to the reader's list", async () => {
    const path = "/portal/t/acme/lists?q=example&page=2";
    const page = await (await visitor("").post(path, openedBy(visitor("")))).text();
    expect(page).toContain(`action="${path.replace("&", "&amp;")}"`);
  });

  it("says so in Spanish", async () => {
    const spanish = { "accept-language": "es" };
    const answer = await visitor("").post("/portal/t/acme/lists", openedBy(visitor("")), spanish);
    expect(await answer.text()).toContain("Su sesión ha terminado");
  });

  it.each([
    ["nothing was typed", { once: "0123456789abcdef", opened: "mark", note: " " }],
    ["nobody knows who typed it", ENTRY],
    ["a passkey was given, which counts once", { credential: "{}", name: "laptop" }],
  ])("leads to the sign-in where %s", async (_, fields: Record<string, string>) => {
    const answer = await visitor("").post("/portal/t/acme/lists", fields);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/portal/sign-in"]);
  });

  it("is not shown to another site", async () => {
    const foreign = { "sec-fetch-site": "cross-site" };
    const answer = await visitor("").post("/portal/t/acme/lists", ENTRY, foreign);
    expect(answer.status).toBe(403);
    expect(await answer.text()).not.toContain("bad.example");
  });
});
