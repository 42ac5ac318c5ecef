import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { carryAxe, findBarriers } from "../support/browser.ts";
import { sharedWorld } from "../support/shared-world.ts";

const PHONE = { width: 320, height: 640 };
const DESK = { width: 1280, height: 900 };

let browser: Browser;
let origin = "";

beforeAll(async () => {
  const world = await sharedWorld();
  browser = world.browser;
  origin = world.baseUrl;
});

interface Visit {
  page: Page;
  requested: string[];
  complaints: string[];
}

async function visit(
  options: BrowserContextOptions,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Visit> {
  const page = await browser.newPage(options);
  await prepare?.(page);
  const [requested, complaints]: [string[], string[]] = [[], []];
  page.on("request", (request) => requested.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(`${origin}/docs`, { waitUntil: "load" });
  return { page, requested, complaints };
}

async function take(page: Page, colorScheme: "light" | "dark", viewport: typeof DESK) {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
}

/**
 * Takes out the operations that show nothing another does not: no element by its class, in one of
 * its class, that is not left elsewhere. Says how many are left.
 */
const KEEP_ONE_OF_EACH_KIND = `(() => {
  const seen = new Set();
  const nameOf = ({ tagName, className }) => tagName + "." + className;
  for (const article of document.querySelectorAll("article")) {
    const kinds = [...article.querySelectorAll("*")].map(
      (element) => nameOf(element.parentElement) + " " + nameOf(element),
    );
    if (kinds.every((kind) => seen.has(kind))) article.remove();
    for (const kind of kinds) seen.add(kind);
  }
  return document.querySelectorAll("article").length;
})()`;

describe("the reference page in a browser", () => {
  // One page for all tests: it has no script, so it need not be loaded again for another look.
  describe("in any colour scheme and size", () => {
    let opened: Visit;
    beforeAll(async () => {
      opened = await visit({ viewport: DESK, colorScheme: "light" }, carryAxe);
    });
    afterAll(() => opened.page.close());

    it("loads nothing from another host, has no script, and causes no browser error", async () => {
      const { requested, complaints } = opened;
      expect(requested.some((url) => url.startsWith(`${origin}/assets/docs.css`))).toBe(true);
      expect(requested.filter((url) => !url.startsWith(origin))).toEqual([]);
      expect(complaints).toEqual([]);
      expect(await opened.page.locator("script").count()).toBe(0);
    });

    it("needs no sideways scrolling on a phone", async () => {
      await take(opened.page, "light", PHONE);
      const width = await opened.page.evaluate<number>("document.documentElement.scrollWidth");
      expect(width).toBeLessThanOrEqual(PHONE.width);
    });

    it("is dark if the reader prefers a dark colour scheme", async () => {
      const { page } = opened;
      await take(page, "dark", DESK);
      const paper = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
      expect(paper).toBe("rgb(20, 23, 26)");
    });

    // The first checks the whole page, so it has to run before those that remove parts.
    it.each([
      ["light", DESK, true],
      ["dark", DESK, process.env["TEST_ALL"] === "1"],
      ["light", PHONE, process.env["TEST_ALL"] === "1"],
    ] as const)(
      "has no accessibility fault that axe finds, %s, %o",
      async (colorScheme, viewport, whole) => {
        const { page } = opened;
        await take(page, colorScheme, viewport);
        if (!whole) expect(await page.evaluate<number>(KEEP_ONE_OF_EACH_KIND)).toBeGreaterThan(1);
        expect(await findBarriers(page)).toEqual([]);
      },
    );
  });

  it("works without scripts, and its table of contents links to the operations", async () => {
    const { page } = await visit({ javaScriptEnabled: false, viewport: DESK });
    await page.getByRole("link", { name: "Create a tenant" }).click();
    expect(new URL(page.url()).hash).toBe("#fleet-createTenant");
    const article = page.getByRole("article", { name: "Create a tenant" });
    expect(await article.innerText()).toContain("POST /admin/tenants");
    await page.close();
  });
});
