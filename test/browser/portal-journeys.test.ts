import type { Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, it } from "vitest";
import type { PortalWorld, Visit } from "../support/portal-world.ts";
import { sharedWorld } from "../support/shared-world.ts";
import { openReceiver } from "../support/webhook-receiver.ts";

const TWO_HOURS_MS = 2 * 3_600_000;
const ROW = "table tbody tr";

let world: PortalWorld;
const silent: string[] = [];

beforeAll(async () => {
  world = await sharedWorld();
  for (let agents = 0; agents < 2; agents += 1) silent.push(await world.enrolAgent());
  await world.silence(silent, TWO_HOURS_MS);
});

const at = (path: string) => world.baseUrl + path;
const own = (path: string) => at(`/portal/t/${world.tenantId}${path}`);
/** The token of a form, which differs each time and is not visible. */
const ONCE = /name="once" value="[^"]*"/g;

/**
 * Without scripts a page shows news when it is loaded again, so it is asked for until it has some.
 * Chromium refuses to reload one that has just taken the place of another, and goes to its address
 * all the same.
 */
async function reloadUntil(page: Page, seen: () => Promise<boolean>, tries = 120): Promise<void> {
  let last: string | undefined;
  for (let tried = 0; tried < tries; tried += 1) {
    const answer = await page.request.get(page.url());
    const text = (await answer.text()).replaceAll(ONCE, "");
    if (text !== last) await page.goto(page.url());
    last = text;
    if (await seen()) return;
    await page.waitForTimeout(250);
  }
  throw new Error(`${page.url()} never showed it:\n${await page.locator("main").innerText()}`);
}

/** Presses and waits for the next page: Chromium refuses to load one again that is about to go. */
async function press(page: Page, name: string): Promise<void> {
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name }).click();
  await loaded;
}

/** An operator invites a person; the result is that person's browser after sign-in. */
async function invite(name: string, scripts: boolean): Promise<Visit> {
  const operator = await world.signedIn({ javaScriptEnabled: scripts });
  const { page } = operator;
  await page.goto(own("/members"));
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Role").selectOption("owner");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  const link = await page.getByLabel("Sign-in link").innerText();
  expect(page.url()).not.toContain(link);
  expect(operator.complaints).toEqual([]);
  await operator.context.close();
  return world.enter(link, { javaScriptEnabled: scripts });
}

async function addPasskey({ context, page }: Visit): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(at("/portal/account"));
  await page.getByLabel("Name").fill("laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Passkey added.").waitFor();
  // The same device again: the message has to say why it is refused.
  await page.getByLabel("Name").fill("laptop again");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("This device already has a passkey of yours.").waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(/\/portal\/t\//);
  await page.goto(at("/portal/step-up?next=/portal/account"));
  await page.getByRole("button", { name: "Confirm with a passkey" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/portal/account");
}

async function createKey(page: Page, name: string): Promise<string> {
  await page.goto(own("/keys"));
  await page.getByRole("link", { name: "Create an API key" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("urlsearch").check();
  await page.getByRole("button", { name: "Create an API key" }).click();
  const key = await page.getByLabel("API key", { exact: true }).innerText();
  expect(key).toMatch(/^rmp_live_/);
  expect(page.url()).not.toContain(key);
  return key;
}

function callWith(key: string, path: string): Promise<Response> {
  const headers = { "x-tenant-id": world.tenantId, "x-api-key": key };
  return fetch(at(`/api/v1${path}`), { headers });
}

/** Calls until the usage page of the month lists this key. */
async function useAndSeeUsage(page: Page, key: string, name: string): Promise<void> {
  await page.goto(own("/usage"));
  await reloadUntil(page, async () => {
    expect((await callWith(key, "/urlsearch?value=example.com")).status).toBe(200);
    return (await page.locator("section", { hasText: "By key" }).getByText(name).count()) > 0;
  });
}

async function webhook(page: Page): Promise<void> {
  await using receiver = await openReceiver();
  await page.goto(own("/webhooks"));
  await page.getByRole("link", { name: "Add an endpoint" }).click();
  await page.getByLabel("Address").fill(receiver.url);
  await page.getByLabel("ping").check();
  await page.getByRole("button", { name: "Add an endpoint" }).click();
  const secret = await page.getByLabel("Signing secret", { exact: true }).innerText();
  await page.getByRole("link", { name: "Go to the endpoint" }).click();
  expect(await page.content()).not.toContain(secret);
  await press(page, "Send a ping");
  const answered = () => page.locator(ROW, { hasText: "200" }).count();
  await reloadUntil(page, async () => (await answered()) === 1);
  await press(page, "Send again");
  await reloadUntil(page, async () => (await answered()) === 2);
  expect(receiver.received).toHaveLength(2);
  const [first, second] = receiver.received;
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  for (const { body, headers } of receiver.received) {
    const plain = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    );
    expect(new Webhook(secret).verify(body, plain)).toMatchObject({ type: "ping" });
  }
}

describe("an owner of a tenant", () => {
  it.each([true, false])(
    "signs in by invitation, makes a key, sees its usage, gets 403, and tests a webhook; scripts: %s",
    async (scripts) => {
      const visit = await invite(`Owner ${scripts}`, scripts);
      const { page, complaints, context } = visit;
      // A passkey needs scripts; without them people sign in by link.
      if (scripts) await addPasskey(visit);
      const name = `journey ${scripts}`;
      const key = await createKey(page, name);
      await page.getByRole("link", { name: "Go to the key" }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      expect(await page.content()).not.toContain(key);
      await useAndSeeUsage(page, key, name);
      const refused = await callWith(key, "/ipsearch?value=192.0.2.1");
      expect(refused.status).toBe(403);
      expect(await refused.json()).toEqual({ statusCode: 403, message: "Missing scope: ipsearch" });
      await webhook(page);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});

describe("an operator", () => {
  it.each([true, false])("finds an offline agent and revokes it; scripts: %s", async (scripts) => {
    const link = await world.aLink();
    const { page, complaints, context } = await world.enter(link, { javaScriptEnabled: scripts });
    await page.getByRole("link", { name: "Fleet", exact: true }).click();
    await page.locator("dl.figures div", { hasText: "offline" }).getByRole("link").click();
    const agentId = silent.pop() ?? "";
    const found = page.locator(`a[href$="${agentId}"]`);
    expect(await page.locator(ROW, { has: found }).innerText()).toContain("offline");
    await found.click();
    await page.getByRole("link", { name: "Revoke" }).click();
    await page.getByRole("button", { name: "Revoke" }).click();
    await page.getByText("revoked", { exact: true }).first().waitFor();
    await page.goto(at("/portal/fleet/collectors?status=offline"));
    expect(await found.count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe("a double click on the button for a new key", () => {
  it("makes one key and shows it", async () => {
    const { page, context } = await world.signedIn({}, [world.tenantId]);
    await page.goto(own("/keys/new"));
    await page.getByLabel("Name", { exact: true }).fill("clicked twice");
    await page.getByLabel("urlsearch").check();
    await page.getByRole("button", { name: "Create an API key" }).dblclick();
    expect(await page.getByLabel("API key", { exact: true }).innerText()).toMatch(/^rmp_live_/);
    await page.goto(own("/keys"));
    expect(await page.getByRole("link", { name: "clicked twice" }).count()).toBe(1);
    await context.close();
  });
});

describe("a browser with an invalid language name", () => {
  // As Chromium reports it if the system's language is POSIX; a formatter throws for such a name.
  it("still shows times in words by the script", async () => {
    const { page, context, complaints } = await world.signedIn({}, [world.tenantId]);
    const given = `Object.defineProperty(navigator, "languages", { value: ["en-US@posix", "en-GB"] })`;
    await page.addInitScript(given);
    await page.goto(own("/audit"));
    const said = await page.locator("time[data-local]").first().getAttribute("title");
    expect(said).toMatch(/^\w+day,? \d+ \w+ \d{4}/);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe("a stylesheet or script of the pages", () => {
  it("is cached as immutable, while the page is not cached", async () => {
    const page = await fetch(at("/portal/sign-in"));
    expect(page.headers.get("cache-control")).toBe("no-store");
    const names = (await page.text()).matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g);
    const paths = [...new Set(Array.from(names, ([, path = ""]) => path))];
    expect(paths).toHaveLength(3);
    for (const path of paths) {
      const asset = await fetch(at(path));
      expect(asset.status).toBe(200);
      expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(asset.headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  it("is not cached if it is 404, as the next version may have it", async () => {
    const page = await (await fetch(at("/portal/sign-in"))).text();
    const [path = ""] = /\/assets\/portal\/portal\.[0-9a-f]+\.css/.exec(page) ?? [];
    const there = await fetch(at(path));
    expect(there.status).toBe(200);
    expect(there.headers.get("cache-control")).toContain("immutable");
    const missing = await fetch(at(path.replace("portal.", "portal.0")));
    expect(missing.status).toBe(404);
    expect(missing.headers.get("cache-control") ?? "").not.toMatch(/immutable|max-age=[1-9]/);
  });
});
