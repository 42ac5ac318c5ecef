import { expect, it } from "vitest";
import { sharedWorld } from "../support/shared-world.ts";

const NARROW = { width: 320, height: 640 };

it("the rarer filters of agents open, are chosen and applied by keys alone, in Spanish at 320 px", async () => {
  const world = await sharedWorld();
  const { page, context } = await world.signedIn({ viewport: NARROW, locale: "es-ES" });
  await page.goto(`${world.baseUrl}/portal/t/${world.tenantId}/collectors`);
  const more = page.locator("details:has(#version_below)");
  const isOpen = async () => more.evaluate((one: { open: boolean }) => one.open);
  expect(await isOpen()).toBe(false);
  await more.locator("summary").focus();
  await page.keyboard.press("Enter");
  expect(await isOpen()).toBe(true);
  const focused = async () => page.evaluate<string>("document.activeElement.id");
  const met: string[] = [];
  for (let step = 0; step < 5; step += 1) {
    await page.keyboard.press("Tab");
    met.push(await focused());
    if (met.at(-1) === "version_below") await page.keyboard.type("99.0.0");
    if (met.at(-1) === "seen") await page.keyboard.press("ArrowDown");
  }
  expect(met).toEqual(["policy", "version", "version_below", "cert", "seen"]);
  const tooWide = "document.documentElement.scrollWidth - innerWidth";
  expect(await page.evaluate<number>(tooWide)).toBeLessThanOrEqual(0);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/version_below=99\.0\.0/);
  expect(new URL(page.url()).searchParams.get("seen")).toBe("within-1");
  expect(await isOpen()).toBe(true);
  expect(await more.locator("summary").textContent()).toBe("Más filtros");
  expect(await page.locator("#version_below").inputValue()).toBe("99.0.0");
  expect(await page.evaluate<number>(tooWide)).toBeLessThanOrEqual(0);
  await context.close();
});
