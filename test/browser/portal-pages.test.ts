import { beforeAll, describe, expect, it } from "vitest";
import { PAGES } from "../../src/portal/gate/page-table.ts";
import { carryAxe, findBarriers } from "../support/browser.ts";
import { LOOK, type Look, OUT_OF_SIGHT } from "../support/looks-of-pages.ts";
import { makeExamples } from "../support/portal-examples.ts";
import type { PortalWorld } from "../support/portal-world.ts";
import { sharedWorld } from "../support/shared-world.ts";

const PHONE = { width: 360, height: 740 };
/** Far above what it takes: some sixty pages, each walked by axe. */
const ALL_PAGES_MS = 300_000;
/** A4 without its margins. */
const PAPER = { width: 718, height: 1000 };
const DESK = { width: 1280, height: 900 };
const WIDTHS = [320, 360, 832, 1000, 1100] as const;

/** What answers with a file or sends the reader on, and so is no page. */
const NO_PAGES = new Set([
  "/portal/t/:tenantId/usage.csv",
  "/portal/t/:tenantId/audit.csv",
  "/portal/t/:tenantId/lists/entries.csv",
  "/portal/audit.csv",
  "/portal/t/:tenantId/collectors.csv",
  "/portal/fleet/collectors.csv",
  "/portal/docs",
  // Both lead to a provider and back; the tests of the Worker go there.
  "/portal/oidc/:provider",
  "/portal/oidc/:provider/callback",
  "/portal/t/:tenantId/try",
]);
const routes = Object.keys(PAGES)
  .filter((route) => route.startsWith("GET "))
  .map((route) => route.slice("GET ".length))
  .filter((route) => !NO_PAGES.has(route));

let world: PortalWorld;
let examples: Record<string, string>;

beforeAll(async () => {
  world = await sharedWorld();
  examples = await makeExamples(world);
});

/** A page of the table with an example for each of its parameters: a new page needs no line here. */
function pathOf(route: string): string {
  return route.replaceAll(/:([a-zA-Z]+)/g, (_, name: string) => {
    const ofAll = route.includes(":tenantId") ? undefined : examples[`${name} of all`];
    const found = ofAll ?? examples[name];
    if (found === undefined) throw new Error(`${route}: no example for ${name}`);
    return found;
  });
}

const LOOKS = [
  ["light", "en-GB", DESK],
  ["dark", "es-ES", PHONE],
] as const;
/** The rest of them, with `npm test -- --all`. */
const MORE_LOOKS = [
  ["dark", "en-GB", PHONE],
  ["light", "es-ES", PHONE],
  ["dark", "es-ES", DESK],
] as const;
const looks = process.env["TEST_ALL"] === "1" ? [...LOOKS, ...MORE_LOOKS] : LOOKS;

describe("every page of the portal in a browser", () => {
  it.each(looks)(
    "has no accessibility fault, no browser error, and fits the screen: %s %s %o",
    async (colorScheme, locale, viewport) => {
      const link = await world.aLink();
      const { context, page, complaints } = await world.enter(link, {
        colorScheme,
        locale,
        viewport,
      });
      await carryAxe(page);
      await page.goto(`${world.baseUrl}/portal/t/${world.tenantId}/members`);
      const found: string[] = [];
      const seen = new Set<string>();
      for (const route of routes) {
        const answer = await page.goto(world.baseUrl + pathOf(route));
        if (answer?.status() !== 200) found.push(`${route}: ${answer?.status()}`);
        for (const barrier of await findBarriers(page, seen)) found.push(`${route}: ${barrier}`);
        const look = await page.evaluate<Look>(LOOK);
        if (look.width > viewport.width) found.push(`${route}: ${look.width} px wide`);
        if (look.squeezed > 0) found.push(`${route}: ${look.squeezed} cells squeezed`);
        const unseen = viewport === PHONE ? look.unseen : 0;
        if (unseen > 0) found.push(`${route}: ${unseen} cells out of sight`);
        for (const target of look.small) found.push(`${route}: below 24 px: ${target}`);
        for (const name of look.unnamed) found.push(`${route}: no label goes with ${name}`);
        if (look.language !== locale.slice(0, 2)) found.push(`${route}: in ${look.language}`);
        if (look.unrendered) found.push(`${route}: [object …]`);
        for (const complaint of complaints.splice(0)) found.push(`${route}: ${complaint}`);
      }
      expect(found).toEqual([]);
      await context.close();
    },
    ALL_PAGES_MS,
  );

  it.each(looks.slice(0, process.env["TEST_ALL"] === "1" ? looks.length : 1))(
    "has no accessibility fault if it is empty, an error, an answer to a form, or the sign-in: %s %s",
    async (colorScheme, locale, viewport) => {
      const { page, context } = await world.signedIn({ colorScheme, locale, viewport });
      await carryAxe(page);
      const found: string[] = [];
      const seen = new Set<string>();
      const look = async (what: string) => {
        for (const barrier of await findBarriers(page, seen)) found.push(`${what}: ${barrier}`);
      };
      const open = async (path: string) => {
        await page.goto(world.baseUrl + path);
        await look(path);
      };
      const { otherTenantId } = world.credentials;
      for (const route of routes.filter((each) => each.split("/:").length === 2)) {
        const path = route.replace(":tenantId", otherTenantId);
        if (!path.includes("/:")) await open(path);
      }
      await open("/portal/nowhere");
      await open(`/portal/t/${otherTenantId}/keys/new`);
      // What the browser itself would refuse to send.
      await page.locator("main form").evaluate((form: { noValidate: boolean }) => {
        form.noValidate = true;
      });
      const submit = page.locator("main form button[type=submit]");
      await submit.click();
      await page.locator("[aria-invalid=true]").first().waitFor();
      await look("a refused form");
      const summary = page.getByRole("alert");
      for (const link of await summary.getByRole("link").all()) {
        await link.focus();
        await page.keyboard.press("Enter");
        const field = page.locator("[aria-invalid=true]:focus");
        await field.waitFor();
        const wrong = await field.getAttribute("name");
        expect(await link.getAttribute("href")).toBe(`#${wrong}`);
      }
      await page.locator("[name=name]").fill("gateway");
      await page.locator("[name=scopes]").first().check();
      await submit.click();
      await page.getByText("rmp_live_").first().waitFor();
      await look("a new key");
      const tenants = [world.tenantId, otherTenantId];
      const order = { name: "Of two", permissions: ["fleet:read"], tenants };
      const { token } = await world.call<{ token: string }>("POST", "/admin/tokens", order);
      await open("/portal/leaked");
      await page.locator("[name=text]").fill(token);
      await page.locator("main form button.primary").click();
      await page.locator("#found").waitFor();
      await page.locator("main details.ask summary").click();
      await look("a leaked token");
      const { id } = await world.call<{ id: string }>("POST", "/detection-dictionaries", {
        tenantId: otherTenantId,
        name: "Lures",
        kind: "terms",
        severity: "high",
        appliesTo: ["agents"],
        entries: [{ value: "premio" }],
      });
      await open(`/portal/t/${otherTenantId}/dictionaries/${id}`);
      const entries = [{ value: "premio" }, { value: "urgente" }];
      await world.call("PATCH", `/detection-dictionaries/${id}`, { name: "Baits", entries });
      await page.locator("[name=entries]").fill("gratis");
      await page.locator("main form button.primary").click();
      await page.getByText("Somebody else changed this meanwhile").waitFor();
      await page.locator("details.now summary").click();
      await look("a form that somebody else was quicker with");
      expect(await page.locator("details.now pre").innerText()).toBe("premio\nurgente");
      await page.locator("main form button.primary").click();
      await page.getByText("Saved.").first().waitFor();
      expect(await page.locator("[name=name]").inputValue()).toBe("Baits");
      expect(await page.locator("[name=entries]").inputValue()).toBe("gratis");
      await page.locator("[name=entries]").evaluate((field: { name: string; value: string }) => {
        field.value = "x".repeat(4_000_000);
      });
      await page.locator("main form button.primary").click();
      await page.getByRole("heading", { name: "Too large" }).waitFor();
      await look("a form that is too large");
      await open(`/portal/t/${otherTenantId}/lists`);
      await page.locator("[name=value]").fill("waits.example");
      await context.clearCookies();
      await page.locator("main form button.primary").first().click();
      await page.getByRole("alert").waitFor();
      expect(await page.locator("main input[name=value]").inputValue()).toBe("waits.example");
      await look("a form that waits for its sender to sign in");
      await open("/portal/sign-in");
      expect(found).toEqual([]);
      await context.close();
    },
    ALL_PAGES_MS,
  );

  it("shows times in the reader's time zone, and names the zone", async () => {
    const reader = { timezoneId: "Asia/Tokyo" };
    const { page, context } = await world.signedIn(reader, [world.tenantId]);
    await page.goto(`${world.baseUrl}/portal/account`);
    const [time = ""] = await page.locator("main time").allInnerTexts();
    expect(time).toMatch(/\d:\d\d.* GMT\+9$/);
    await page.goto(`${world.baseUrl}/portal/t/${world.tenantId}/lists`);
    await page.getByLabel("Expires").fill("2027-01-02T20:30");
    expect(await page.locator("#expiresAt-hint").innerText()).toMatch(
      /^In UTC\..* = 3 Jan 2027, 0?5:30 GMT\+9$/,
    );
    await context.close();
  });

  it("fits a phone when a name is one long word", async () => {
    const name = "W".repeat(110);
    const order = { name, role: "owner", tenants: [world.tenantId] };
    const { url } = await world.call<{ url: string }>("POST", "/admin/invites", order);
    const link = world.baseUrl + new URL(url).pathname;
    const { page, context } = await world.enter(link, { viewport: PHONE });
    await page.goto(`${world.baseUrl}/portal/t/${world.tenantId}/members`);
    await page.getByRole("link", { name }).last().click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    const width = () => page.evaluate<number>("document.documentElement.scrollWidth");
    expect(await width()).toBe(PHONE.width);
    // The form has a box for each member.
    await page.goto(`${world.baseUrl}/portal/t/${world.tenantId}/documents/new`);
    await page.getByLabel(name).first().waitFor();
    expect(await width()).toBe(PHONE.width);
    await context.close();
  });

  it("keeps a column with a long word narrow on a phone, and a long note readable", async () => {
    const { otherTenantId } = world.credentials;
    const tenant = `/admin/tenants/${otherTenantId}`;
    const url = `http://localhost:9/${"x".repeat(200)}`;
    await world.call("POST", `${tenant}/webhooks`, { url, events: ["ping"] });
    const note = "Why this stands here, for whoever reads it later. ".repeat(8).trim();
    await world.call("POST", `${tenant}/intel/entries`, {
      action: "deny",
      value: "a.example",
      note,
    });
    const { page, context } = await world.signedIn({ viewport: PHONE }, [otherTenantId]);
    const boxOf = async (path: string, text: string) => {
      await page.goto(`${world.baseUrl}/portal/t/${otherTenantId}${path}`);
      return page.locator("tbody tr > *", { hasText: text }).first().boundingBox();
    };
    expect((await boxOf("/webhooks", "xxx"))?.width).toBeLessThan(PHONE.width + 60);
    expect((await boxOf("/lists", "Why this stands"))?.height).toBeLessThan(500);
    await context.close();
  });

  it("shows every column of a list on a desktop without scrolling, even with long names", async () => {
    const { otherTenantId: tenantId } = world.credentials;
    const name = "W".repeat(100);
    const { id: policyId } = await world.call<{ id: string }>("POST", "/admin/policies", {
      tenantId,
      name,
      document: {},
    });
    await world.call("POST", "/admin/enrollment-codes", { tenantId, policyId });
    await world.call("POST", `/admin/tenants/${tenantId}/intel/entries`, {
      action: "deny",
      value: `https://long.example/${"q".repeat(600)}`,
      note: name,
    });
    const { page, context } = await world.signedIn({}, [tenantId]);
    const hidden = `[...document.querySelectorAll(".scroll")].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    ).length`;
    for (const path of ["codes", "lists", "policies"]) {
      await page.goto(`${world.baseUrl}/portal/t/${tenantId}/${path}`);
      await page.locator("tbody tr").first().waitFor();
      expect(await page.evaluate<number>(hidden), path).toBe(0);
    }
    await context.close();
  });

  it("shows all cells of a table at any width", async () => {
    const own = `/portal/t/${world.tenantId}`;
    const { page, context } = await world.signedIn({ viewport: PHONE, locale: "es-ES" });
    const found: string[] = [];
    /** The page as it is at each width, and not loaded again: its script works on a new width as at first. */
    const atEach = async (path: string, look: (where: string) => Promise<unknown>) => {
      await page.setViewportSize({ width: WIDTHS[0], height: 900 });
      await page.goto(world.baseUrl + path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        // The script hears of the new width before the frame is drawn.
        await page.evaluate("new Promise(requestAnimationFrame)");
        expect(await page.evaluate<number>("innerWidth")).toBe(width);
        await look(`${path} at ${width} px`);
      }
    };
    for (const path of ["/portal/tenants", "/portal/fleet", `${own}/keyring`, `${own}/audit`]) {
      await atEach(path, async (where) => {
        const unseen = await page.evaluate<number>(OUT_OF_SIGHT);
        if (unseen > 0) found.push(`${where}: ${unseen} cells out of sight`);
        // Nothing of it is to be moved, so who goes through the page by keys does not stop there.
        const stop = await page.locator(".scroll").first().getAttribute("tabindex");
        if (stop !== "-1") found.push(`${where}: tabindex ${stop}`);
      });
    }
    await atEach(`${own}/webhooks/new`, async (where) => {
      const widths = await page
        .locator("[name=events]")
        .evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().width));
      if (!(Math.min(...widths) > 16)) found.push(`${where}: boxes of ${widths.join(", ")} px`);
    });
    expect(found).toEqual([]);
    await context.close();
  });

  it.each([true, false])(
    "focuses the error summary of a form below a long list, which leads to the field; scripts: %s",
    async (scripts) => {
      const { otherTenantId } = world.credentials;
      const codes = Array.from({ length: 30 }, () =>
        world.call("POST", "/admin/enrollment-codes", { tenantId: otherTenantId }),
      );
      await Promise.all(codes);
      const how = { javaScriptEnabled: scripts };
      const { page, context } = await world.signedIn(how, [otherTenantId]);
      await page.goto(`${world.baseUrl}/portal/t/${otherTenantId}/codes`);
      await page.getByLabel("Roles").fill("x".repeat(500));
      await page.locator("main form button.primary").click();
      const alert = page.getByRole("alert");
      await alert.waitFor();
      // The browser goes there when the page has loaded, which may be behind the alert's first sight.
      const top = async () => (await alert.boundingBox())?.y ?? 0;
      await expect.poll(top).toBeLessThan(DESK.height);
      expect(await top()).toBeGreaterThan(0);
      expect(await alert.evaluate((summary) => summary.matches(":focus"))).toBe(true);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      const first = page.getByLabel("Roles");
      const isThere = () => first.evaluate((field) => field.matches(":focus"));
      await expect.poll(isThere).toBe(true);
      await context.close();
    },
  );

  it("prints a table without a scroll area, and without menus and filters", async () => {
    const { page, context } = await world.signedIn({ viewport: PHONE });
    await page.goto(`${world.baseUrl}/portal/audit`);
    await page.emulateMedia({ media: "print" });
    const table = page.locator("main table");
    const overflow = 'getComputedStyle(document.querySelector("main .scroll")).overflowX';
    expect(await page.evaluate<string>(overflow)).toBe("visible");
    expect(await table.isVisible()).toBe(true);
    for (const screenOnly of ["aside", ".account", ".filters", ".skip"]) {
      expect(await page.locator(screenOnly).first().isVisible(), screenOnly).toBe(false);
    }
    await context.close();
  });

  it("prints on a light background even from a dark screen, and no wider than the paper", async () => {
    const { page, context } = await world.signedIn({
      viewport: PAPER,
      colorScheme: "dark",
      locale: "es-ES",
    });
    await page.emulateMedia({ media: "print" });
    const ground = "getComputedStyle(document.body).backgroundColor";
    const lists = ["keys", "webhooks", "members", "audit", "collectors", "inspections"];
    for (const path of [...lists, "dictionaries", "codes"]) {
      await page.goto(`${world.baseUrl}/portal/t/${world.tenantId}/${path}`);
      expect(await page.evaluate<string>(ground), path).toBe("rgb(244, 246, 250)");
      const width = await page.evaluate<number>("document.documentElement.scrollWidth");
      expect(width, path).toBe(PAPER.width);
    }
    await context.close();
  });

  it("draws the numbers of the usage chart over 9 px high on a phone", async () => {
    const key = world.credentials.apiKey;
    const headers = { "x-tenant-id": world.tenantId, "x-api-key": key };
    const { page, context } = await world.signedIn({ viewport: PHONE });
    const text = page.locator("section .chart text").first();
    for (let tries = 0; tries < 60 && (await text.count()) === 0; tries += 1) {
      await fetch(`${world.baseUrl}/api/v1/urlsearch?value=example.com`, { headers });
      await page.goto(`${world.baseUrl}/portal/t/${world.tenantId}/usage`);
    }
    const { height = 0 } = (await text.boundingBox()) ?? {};
    expect(height).toBeGreaterThan(9);
    await context.close();
  });

  it("is one of more than 50", () => {
    expect(routes.length).toBeGreaterThan(50);
  });
});
