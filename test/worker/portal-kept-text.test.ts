import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { markSender } from "../../src/portal/frame/form-sender.ts";
import { plain } from "../support/form-of.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { aServiceKey, aTenant } from "../support/people.ts";
import { aVisitor, visitor, type Visitor } from "../support/visitor.ts";

const NOTE = "Lures of <three> weeks, & who found them";
const ENTRY = { once: "0123456789abcdef", action: "deny", value: "bad.example", note: NOTE };
const KIB = 1024;

/** The typed texts that the page of a refused form shows, by field name or label. */
function shownOf(page: string): Record<string, string> {
  const shown = page.matchAll(/<pre[^>]*aria-label="([^"]+)"[^>]*><code>(.*?)<\/code>/gs);
  return Object.fromEntries(Array.from(shown, ([, name = "", text = ""]) => [name, plain(text)]));
}

/** The fields that the page would send again. */
function waitingIn(page: string): [string, string][] {
  const inputs = page.slice(page.indexOf("<main")).matchAll(/name="([^"]*)" value="([^"]*)"/g);
  return Array.from(inputs, ([, name = "", value = ""]) => [plain(name), plain(value)]);
}

/** A browser whose requests come that much later, when cached sessions and roles have expired. */
function later(cookie: string, ms: number): Visitor["post"] {
  const app = anApp({ now: () => Date.now() + ms });
  const headers = { cookie, "sec-fetch-site": "same-origin", "accept-language": "en" };
  return (path, fields = {}, more = {}) =>
    app.request(`http://rampart.test${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { ...headers, ...more },
    });
}

describe("the text typed into a form that is refused", () => {
  it("403 after the role was lowered: it waits in the page, and can be sent once the role is back", async () => {
    const tenantId = await aTenant();
    const path = `/portal/t/${tenantId}/lists`;
    await aVisitor("owner", [tenantId]);
    const ana = await aVisitor("owner", [tenantId]);
    const operator = await aVisitor("owner");
    const role = `/portal/t/${tenantId}/members/${ana.personId}/role`;
    expect((await operator.post(role, { role: "viewer" })).status).toBe(303);

    const send = later(ana.cookie, 16_000);
    const refused = await send(path, ENTRY);
    expect([refused.status, refused.headers.get("cache-control")]).toEqual([403, "no-store"]);
    const page = await refused.text();
    expect(page).toContain("Your role does not allow this.");
    expect(shownOf(page)).toEqual({ action: "deny", value: "bad.example", note: NOTE });
    expect(page).toContain(`action="${path}"`);
    expect(Object.fromEntries(waitingIn(page))).toEqual(ENTRY);

    expect((await operator.post(role, { role: "owner" })).status).toBe(303);
    const again = later(ana.cookie, 32_000);
    expect((await again(path, waitingIn(page))).status).toBe(303);
    expect(await (await ana.get(path)).text()).toContain("bad.example");
    const spanish = await send(`/portal/t/${await aTenant()}/lists`, ENTRY, {
      "accept-language": "es",
    });
    expect(await spanish.text()).toContain("Lo que escribió");
  });

  it("is shown under the labels of its form, also if the form was refused before", async () => {
    const tenantId = await aTenant();
    const path = `/portal/t/${tenantId}/lists`;
    const ana = await aVisitor("owner", [tenantId]);
    const open = async (page: Response) =>
      plain(/name="labels" value="([^"]*)"/.exec(await page.text())?.[1] ?? "");
    const labels = await open(await ana.get(path));
    const wrong = await open(await ana.post(path, { ...ENTRY, value: "?", once: "1", labels }));
    expect([labels, wrong]).toEqual([expect.stringContaining("value="), labels]);
    const eva = await aVisitor("viewer", [tenantId]);
    const refused = await (await eva.post(path, { ...ENTRY, labels })).text();
    const called = { Verdict: "deny", "What it is about": "bad.example", Note: NOTE };
    expect(shownOf(refused)).toEqual(called);
    expect(Object.fromEntries(waitingIn(refused))).toEqual({ ...ENTRY, labels });
    const spanish = await open(await ana.get(path, { "accept-language": "es" }));
    const said = await (await eva.post(path, { ...ENTRY, labels: spanish })).text();
    expect(Object.keys(shownOf(said))).toEqual(["Veredicto", "De qué se trata", "Nota"]);
  });

  it.each([
    ["keyring", "/keyring", "/settings", "afterDays", "After days"],
    ["member", "/members/:id", "/role", "role", "Role"],
  ])("is shown under the labels of the form of a %s", async (_, page, to, name, label) => {
    const tenantId = await aTenant();
    const [ana, eva] = [await aVisitor("owner", [tenantId]), await aVisitor("viewer", [tenantId])];
    const key = await aServiceKey(["provision"], [tenantId]);
    await call("POST", "/encryption/provision-key", {
      headers: { "x-internal-service-key": key },
      body: { tenantId },
    });
    const path = `/portal/t/${tenantId}${page.replace(":id", eva.personId)}`;
    const shown = await (await ana.get(path)).text();
    const [form = ""] = shown.split("<form").filter((each) => each.includes(`${to}"`));
    const labels = plain(/name="labels" value="([^"]*)"/.exec(form)?.[1] ?? "");
    const refused = await eva.post(path + to, { once: "0123456789abcdef", [name]: "9", labels });
    expect(refused.status).toBe(403);
    expect(shownOf(await refused.text())).toEqual({ [label]: "9" });
  });

  it("does not include the value of a button", async () => {
    const tenantId = await aTenant();
    const eva = await aVisitor("viewer", [tenantId]);
    const sent = { once: "0123456789abcdef", to: "paused", labels: "" };
    const refused = await eva.post(`/portal/t/${tenantId}/webhooks/whk_x/state`, sent);
    expect(refused.status).toBe(403);
    const page = await refused.text();
    expect(Object.fromEntries(waitingIn(page))).toEqual(sent);
    expect(page).not.toContain("What you typed");
  });

  it("404 if the dictionary is gone or of another tenant: it is shown, but cannot be sent again", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    const ana = await aVisitor("owner", [tenantId]);
    for (const path of [
      `/portal/t/${tenantId}/dictionaries/gone`,
      `/portal/t/${other}/dictionaries/gone`,
    ]) {
      const refused = await ana.post(path, ENTRY);
      expect(refused.status).toBe(404);
      const page = await refused.text();
      expect(shownOf(page)["note"]).toBe(NOTE);
      expect(waitingIn(page)).toEqual([]);
    }
  });

  it("is not shown for another site's form, which is 403, nor if only blanks were typed", async () => {
    const ana = await aVisitor("viewer", [await aTenant()]);
    const path = `/portal/t/${await aTenant()}/lists`;
    const foreign = await ana.post(path, ENTRY, { "sec-fetch-site": "cross-site" });
    expect(foreign.status).toBe(403);
    expect(await foreign.text()).not.toContain("bad.example");
    const empty = await ana.post(path, { once: "0123456789abcdef", note: " " });
    expect(await empty.text()).not.toContain("What you typed");
  });

  it("is stored nowhere in the database", async () => {
    const ana = await aVisitor("viewer", [await aTenant()]);
    const typed = `only-here-${crypto.randomUUID()}`;
    const path = `/portal/t/${await aTenant()}/lists`;
    const refused = await ana.post(path, { ...ENTRY, note: typed });
    expect(await refused.text()).toContain(typed);
    const { results: tables } = await env.DB.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
    ).all<{ name: string }>();
    for (const { name } of tables) {
      const { results } = await env.DB.prepare(`SELECT * FROM "${name}"`).all();
      expect(JSON.stringify(results)).not.toContain(typed);
    }
  });
});

describe("a long text whose sender's session has ended", () => {
  const path = "/portal/t/acme/documents/new";
  const ended = visitor("__Host-sid=ended-long-ago");

  it("401 with a text of 200 KiB kept whole in the page", async () => {
    const text = "Leave. ".repeat((200 * KIB) / 7);
    const sent = { by: markSender(ended), title: "Leave", text };
    const answer = await ended.post(path, sent);
    expect(answer.status).toBe(401);
    const page = await answer.text();
    expect(Object.fromEntries(waitingIn(page))).toEqual(sent);
    expect(page).toContain("Your session has ended");
  });

  it.each([
    ["en", "too long to wait in this page"],
    ["es", "demasiado largo para esperar en esta página"],
  ])("401 says that a text of 1,100 KiB is too long to keep: %s", async (language, words) => {
    const text = "x".repeat(1_100 * KIB);
    const headers = { "accept-language": language };
    const answer = await ended.post(path, { title: "Leave", text }, headers);
    expect(answer.status).toBe(401);
    const page = await answer.text();
    expect(page).toContain(words);
    expect(page).toContain('href="/portal/sign-in" target="_blank"');
    expect(page.length).toBeLessThan(16 * KIB);
  });

  it("401 says that 70 KiB are too long to keep if the sender never had a session", async () => {
    const answer = await visitor("").post(path, { text: "x".repeat(70 * KIB) });
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain("too long to wait in this page");
  });
});
