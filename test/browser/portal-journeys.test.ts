import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBarriers, openBrowser } from "../support/browser.ts";
import { endBy, kill, npmStart, pidOf, twoPorts, type Started } from "../support/npm-start.ts";

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 900 };

interface Credentials {
  baseUrl: string;
  operatorToken: string;
  tenantId: string;
}

const stateDir = mkdtempSync(join(tmpdir(), "rampart-portal-"));
let started: Started;
let browser: Browser;
let credentials: Credentials;

beforeAll(async () => {
  started = npmStart(stateDir, await twoPorts());
  [browser] = await Promise.all([openBrowser(), started.ready]);
  credentials = JSON.parse(readFileSync(join(stateDir, "credentials.json"), "utf8")) as Credentials;
});

afterAll(async () => {
  await browser.close();
  await endBy(started, "SIGTERM", -pidOf(started));
  kill(started);
  rmSync(stateDir, { recursive: true, force: true });
});

/** A link for somebody new: of the demo tenant, or without one an operator. */
async function aLink(tenants?: string[]): Promise<string> {
  const { baseUrl, operatorToken } = credentials;
  const answer = await fetch(`${baseUrl}/admin/invites`, {
    method: "POST",
    headers: { authorization: `Bearer ${operatorToken}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Ana", role: "owner", tenants }),
  });
  const { url } = (await answer.json()) as { url: string };
  return baseUrl + new URL(url).pathname;
}

interface Visit {
  context: BrowserContext;
  page: Page;
  complaints: string[];
}

async function enter(link: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ locale: "en-GB", viewport: DESK, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(link);
  await page.locator("main form button").click();
  await page.waitForURL(/\/portal(\/t\/|$)/);
  return { context, page, complaints };
}

async function createKey(page: Page, name: string): Promise<string> {
  await page.goto(`${credentials.baseUrl}/portal/t/${credentials.tenantId}/keys/new`);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("urlsearch").check();
  await page.getByRole("button", { name: "Create an API key" }).click();
  return page.getByLabel("API key", { exact: true }).innerText();
}

describe("an owner of a tenant", () => {
  it.each([true, false])(
    "comes by a link, makes a key and sees it, scripts: %s",
    async (scripts) => {
      const { context, page, complaints } = await enter(await aLink([credentials.tenantId]), {
        javaScriptEnabled: scripts,
      });
      const name = `journey ${scripts}`;
      const key = await createKey(page, name);
      expect(key).toMatch(/^rmp_live_/);
      expect(page.url()).not.toContain(key);
      await page.getByRole("link", { name: "API keys" }).click();
      await page.getByRole("link", { name, exact: true }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      expect(await page.content()).not.toContain(key);
      await page.getByRole("link", { name: "Usage and billing" }).click();
      await page.getByText("Cost per message").waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it("adds a passkey, signs in with it, and confirms with it", async () => {
    const { context, page, complaints } = await enter(await aLink([credentials.tenantId]));
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
    await page.goto(`${credentials.baseUrl}/portal/account`);
    await page.getByLabel("Name").fill("laptop");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("Passkey added.").waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(/\/portal\/t\//);
    await page.goto(`${credentials.baseUrl}/portal/step-up?next=/portal/account`);
    await page.getByRole("button", { name: "Confirm with a passkey" }).click();
    await page.waitForURL(({ pathname }) => pathname === "/portal/account");
    expect(await createKey(page, "with a passkey")).toMatch(/^rmp_live_/);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

const OPERATOR_PAGES = ["/portal", "/portal/fleet", "/portal/fleet/collectors", "/portal/tenants"];
const MORE_PAGES = ["/portal/tenants/new", "/portal/plans", "/portal/dead-letters"];
const TENANT_PAGES = [
  "",
  "/keys",
  "/keys/new",
  "/usage",
  "/dictionaries",
  "/dictionaries/new",
  "/collectors",
  "/codes",
  "/policies",
  "/policies/new",
  "/members",
  "/audit",
];

describe("every page", () => {
  it.each([
    ["light", "en-GB", DESK],
    ["dark", "en-GB", DESK],
    ["light", "es-ES", PHONE],
    ["dark", "es-ES", DESK],
  ] as const)(
    "has no barrier and no complaint, and fits: %s %s %o",
    async (colorScheme, locale, viewport) => {
      const link = await aLink();
      const { context, page, complaints } = await enter(link, { colorScheme, locale, viewport });
      const own = TENANT_PAGES.map((path) => `/portal/t/${credentials.tenantId}${path}`);
      const found: string[] = [];
      for (const path of [...OPERATOR_PAGES, ...MORE_PAGES, "/portal/account", ...own]) {
        const answer = await page.goto(credentials.baseUrl + path);
        if (answer?.status() !== 200) found.push(`${path}: ${answer?.status()}`);
        for (const barrier of await findBarriers(page)) found.push(`${path}: ${barrier}`);
        const width = await page.evaluate<number>("document.documentElement.scrollWidth");
        if (width > viewport.width) found.push(`${path}: ${width} px wide`);
      }
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});
