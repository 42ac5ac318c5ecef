import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { aPasskey, type PageOptions } from "../support/authenticator.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const HOME = "http://rampart.test";
const ACCOUNT = "/portal/account";
const LATER_MS = 6 * 60_000;
const KEY = [
  ["name", "Mail <gateway>"],
  ["scopes", "urlsearch"],
  ["scopes", "ipsearch"],
  ["allowedAddresses", "192.0.2.1\r\n198.51.100.0/24"],
  ["note", "typed for six minutes"],
];

function optionsIn(page: string): PageOptions {
  const [, found = ""] = /data-options="([^"]*)"/.exec(page) ?? [];
  return JSON.parse(found.replaceAll("&quot;", '"').replaceAll("&amp;", "&")) as PageOptions;
}

/** The hidden fields of the page's form with that action. */
function fieldsIn(page: string, action: string): [string, string][] {
  const [, form = ""] = page.split(`action="${action}"`);
  const [inside = ""] = form.split("</form>");
  const inputs = inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Array.from(inputs, ([, name = "", value = ""]) => [name, unescaped(value)]);
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** The same browser, six minutes after its link or passkey. */
function laterOf({ cookie }: Visitor) {
  const app = anApp({ now: () => Date.now() + LATER_MS });
  return async (path: string, fields?: string[][]) => {
    const headers = { cookie, "sec-fetch-site": "same-origin", "accept-language": "en" };
    const sent = { method: "POST", body: new URLSearchParams(fields) };
    return app.request(`${HOME}${path}`, { headers, ...(fields === undefined ? {} : sent) });
  };
}

async function anOwner() {
  const tenantId = await aTenant();
  const ana = await aVisitor("owner", [tenantId]);
  const path = `/portal/t/${tenantId}/keys/new`;
  const names = async () => (await ana.get(`/portal/t/${tenantId}/keys`)).text();
  return { ana, path, names, later: laterOf(ana) };
}

async function withPasskey(ana: Visitor) {
  const passkey = await aPasskey(HOME);
  const options = optionsIn(await (await ana.get(ACCOUNT)).text());
  const credential = await passkey.create(options);
  expect((await ana.post(`${ACCOUNT}/passkeys`, { credential, name: "Key" })).status).toBe(303);
  return passkey;
}

describe("a form sent after the proof of identity has expired", () => {
  it("403 with the form kept in the page that asks for a passkey; 201 once the passkey is given", async () => {
    const { ana, path, names, later } = await anOwner();
    const passkey = await withPasskey(ana);
    const asked = await later(path, KEY);
    expect(asked.status).toBe(403);
    const page = await asked.text();
    expect(page).toContain("Confirm with a passkey");
    expect(await names()).not.toContain("gateway");
    const fields = fieldsIn(page, path).filter(([name]) => name !== "credential");
    expect(fields.map(([name]) => name)).toEqual(KEY.map(([name]) => name));
    const credential = await passkey.get(optionsIn(page));
    const made = await later(path, [...fields, ["credential", credential]]);
    expect(made.status).toBe(201);
    expect(await made.text()).toContain("rmp_live_");
    expect(await names()).toContain("Mail &lt;gateway&gt;");
    expect((await later(path)).status).toBe(200);
  });

  it("400 for an invalid passkey keeps the typed values and makes no key", async () => {
    const { ana, path, names, later } = await anOwner();
    await withPasskey(ana);
    const refused = await later(path, [...KEY, ["credential", "{}"]]);
    expect(refused.status).toBe(400);
    const page = await refused.text();
    expect(page).toContain("typed for six minutes");
    expect(page).toContain('role="alert"');
    expect(fieldsIn(page, path).filter(([name]) => name === "credential")).toEqual([
      ["credential", ""],
    ]);
    expect(await names()).not.toContain("gateway");
  });

  it("is kept for a person without a passkey, and 201 once one is added in another tab", async () => {
    const { ana, path, later } = await anOwner();
    const page = await (await later(path, KEY)).text();
    expect(page).toContain("older than five minutes");
    expect(page).toContain('target="_blank"');
    const fields = fieldsIn(page, path);
    await withPasskey(ana);
    expect((await ana.post(path, fields)).status).toBe(201);
  });

  it("403 with the same form in the page if nothing was filled in", async () => {
    const { ana, later } = await anOwner();
    await withPasskey(ana);
    const path = "/portal/step-up?next=%2Fportal%2Faccount";
    const answer = await later(`${ACCOUNT}/passkeys/made-up/remove`, []);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain(`action="${ACCOUNT}/passkeys/made-up/remove"`);
    expect((await later(path)).status).toBe(200);
  });
});
