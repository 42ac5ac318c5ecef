import { beforeAll, describe, expect, it } from "vitest";
import type { PortalWorld, Visit } from "../support/portal-world.ts";
import { sharedWorld } from "../support/shared-world.ts";

const SPANISH = { viewport: { width: 320, height: 640 }, locale: "es-ES" };
/** More presses of Tab than any of these pages has stops. */
const MOST_STOPS = 80;
const TOO_WIDE = "document.documentElement.scrollWidth - innerWidth";
const WHERE = `(() => {
  const one = document.activeElement;
  if (one === null || one === document.body) return "nowhere";
  return one.name || one.id || one.getAttribute("aria-labelledby") || one.textContent.trim();
})()`;

let world: PortalWorld;

beforeAll(async () => {
  world = await sharedWorld();
});

/** Presses Tab until the focus is on what is asked for: its name, its id, or its text. */
async function tabTo(page: Visit["page"], wanted: RegExp): Promise<void> {
  const met: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate<string>(WHERE);
    if (wanted.test(at)) return;
    met.push(at);
  }
  throw new Error(`${String(wanted)} has no stop among ${met.join(", ")}`);
}

/** The answer to a form has the focus on what it says, so that Tab goes on from there. */
async function expectAnswer(page: Visit["page"], heading: RegExp): Promise<void> {
  await page.getByRole("heading", { name: heading }).first().waitFor();
  const inAnswer = "document.activeElement.matches('main section')";
  expect(await page.evaluate<boolean>(inAnswer)).toBe(true);
  expect(await page.evaluate<number>(TOO_WIDE)).toBeLessThanOrEqual(0);
}

describe("with keys alone, in Spanish at 320 px", () => {
  it("agents are ticked, looked at and ended", async () => {
    const agentId = await world.enrolAgent();
    const { page, context } = await world.signedIn(SPANISH);
    await page.goto(`${world.baseUrl}/portal/t/${world.tenantId}/collectors?q=${agentId}`);
    await tabTo(page, /^agent$/);
    await page.keyboard.press("Space");
    expect(await page.locator("[name=agent]").isChecked()).toBe(true);
    await tabTo(page, /^action$/);
    await page.keyboard.type("Dar");
    await tabTo(page, /^Hacerlo con los marcados$/);
    await page.keyboard.press("Enter");
    await expectAnswer(page, /^Dar de baja y borrar: 1 agente$/);
    await tabTo(page, /^Dar de baja y borrar: 1 agente$/);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/bulk\/[\w-]+$/);
    expect(await page.title()).toMatch(/^Pedido/);
    expect(await page.getByRole("status").textContent()).toMatch(/^Pedido/);
    await context.close();
  });

  it("many entries are typed, looked at and added", async () => {
    const { page, context } = await world.signedIn(SPANISH);
    await page.goto(`${world.baseUrl}/portal/t/${world.tenantId}/lists/many`);
    await tabTo(page, /^text$/);
    await page.keyboard.type("keys-alone.example\nnot a name\n");
    await tabTo(page, /^label$/);
    await page.keyboard.type("by keys");
    await tabTo(page, /^Ver qué cambiaría$/);
    await page.keyboard.press("Enter");
    await expectAnswer(page, /^Qué cambiaría$/);
    await tabTo(page, /^Hacerlo$/);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/lists(\?|$)/);
    expect(await page.getByRole("status").textContent()).not.toBe("");
    await context.close();
  });

  it("a list is searched, and the text is still in its field", async () => {
    const { page, context } = await world.signedIn(SPANISH);
    await page.goto(`${world.baseUrl}/portal/t/${world.tenantId}/keys`);
    await tabTo(page, /^q$/);
    await page.keyboard.type("no such key");
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=no\+such\+key/);
    expect(await page.locator("#q").inputValue()).toBe("no such key");
    expect(await page.locator(".empty-title").textContent()).toBe("Nada coincide");
    expect(await page.evaluate<number>(TOO_WIDE)).toBeLessThanOrEqual(0);
    await tabTo(page, /^Quitar el filtro$/);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/keys$/);
    await context.close();
  });
});
