import { beforeAll, describe, expect, it } from "vitest";
import type { PortalWorld } from "../support/portal-world.ts";
import { sharedWorld } from "../support/shared-world.ts";

const PHONE = { width: 360, height: 740 };

let world: PortalWorld;

beforeAll(async () => {
  world = await sharedWorld();
});

describe("using a page of the portal", () => {
  it("Escape closes a question or the menu, and the focus returns to what opened it", async () => {
    const { otherTenantId } = world.credentials;
    await world.call("POST", "/admin/enrollment-codes", { tenantId: otherTenantId });
    const { page, context } = await world.signedIn({ viewport: PHONE }, [otherTenantId]);
    await page.goto(`${world.baseUrl}/portal/t/${otherTenantId}/codes`);
    const ask = page.locator("details.ask").first();
    await ask.locator("summary").focus();
    await page.keyboard.press("Enter");
    await ask.locator("button").focus();
    await page.keyboard.press("Escape");
    expect(await ask.evaluate((one: { open: boolean }) => one.open)).toBe(false);
    expect(await ask.locator("summary").evaluate((one) => one.matches(":focus"))).toBe(true);
    const menu = page.locator("#menu");
    await menu.focus();
    await page.keyboard.press("Space");
    await page.locator(".sections a").first().focus();
    await page.keyboard.press("Escape");
    expect(await menu.isChecked()).toBe(false);
    expect(await menu.evaluate((one) => one.matches(":focus"))).toBe(true);
    await context.close();
  });

  it("the header is one row on a phone, even in Spanish and with the mark for no passkey", async () => {
    const { page, context } = await world.signedIn({ viewport: PHONE, locale: "es-ES" });
    await page.goto(`${world.baseUrl}/portal/account`);
    const isOneRow = `(() => {
      const all = [...document.querySelectorAll("header :is(a, button)")];
      const rows = all.map((one) => one.getBoundingClientRect());
      return all.length === 4 && Math.max(...rows.map(({ top }) => top)) <
        Math.min(...rows.map(({ bottom }) => bottom)) && rows.every(({ right }) => right <= innerWidth);
    })()`;
    expect(await page.evaluate<boolean>(isOneRow)).toBe(true);
    expect(await page.locator("header").textContent()).toContain("sin llave de acceso");
    await context.close();
  });

  it("no time in a table is broken into lines on a desktop, and no table scrolls sideways", async () => {
    const reader = { locale: "es-ES", timezoneId: "Europe/Madrid" };
    const { page, context } = await world.signedIn(reader);
    const broken = `[...document.querySelectorAll("tbody time")]
      .filter((time) => time.getClientRects().length > 1).length`;
    const tooWide = `[...document.querySelectorAll(".scroll")]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length`;
    for (const path of [
      "/portal/audit",
      `/portal/t/${world.tenantId}/audit`,
      "/portal/operators",
    ]) {
      await page.goto(world.baseUrl + path);
      await page.locator("tbody time").first().waitFor();
      expect(await page.evaluate<number>(broken), path).toBe(0);
      expect(await page.evaluate<number>(tooWide), path).toBe(0);
    }
    await context.close();
  });

  it("the header stays two lines high on a phone, however long the reader's name is", async () => {
    const name = "María del Carmen Fernández-Villaverde y Rodríguez de la Borbolla";
    const { url } = await world.call<{ url: string }>("POST", "/admin/invites", {
      name,
      role: "viewer",
      tenants: [world.tenantId],
    });
    const link = world.baseUrl + new URL(url).pathname;
    const { page, context } = await world.enter(link, { viewport: PHONE, locale: "es-ES" });
    const height = await page.evaluate<number>("document.querySelector('header').offsetHeight");
    expect(height).toBeLessThan(100);
    expect(await page.locator(".account").textContent()).toContain(name);
    await context.close();
  });

  it("a time in a list or a fact takes one line on a phone", async () => {
    const reader = { viewport: PHONE, locale: "es-ES", timezoneId: "Europe/Madrid" };
    const { page, context } = await world.signedIn(reader);
    const broken = `[...document.querySelectorAll("main time")]
      .filter((time) => time.getClientRects().length > 1).length`;
    for (const path of ["members", "keyring"]) {
      await page.goto(`${world.baseUrl}/portal/t/${world.tenantId}/${path}`);
      expect(await page.evaluate<number>(broken), path).toBe(0);
    }
    await context.close();
  });

  it("a filter by time says what a time in UTC is in the reader's zone", async () => {
    const { page, context } = await world.signedIn({ timezoneId: "Europe/Madrid" });
    await page.goto(`${world.baseUrl}/portal/audit?from=2026-03-04T23:30`);
    const described =
      "document.getElementById(document.querySelector('#FIELD').getAttribute('aria-describedby')).textContent";
    const said = (field: string) => page.evaluate<string>(described.replace("FIELD", field));
    expect(await said("from")).toBe("= 5 Mar 2026, 00:30 CET");
    await page.locator("#to").fill("2026-07-01T10:00");
    expect(await said("to")).toBe("= 1 Jul 2026, 12:00 CEST");
    await page.locator("#to").fill("");
    expect(await said("to")).toBe("");
    await context.close();
  });

  it("the field for an inspection's id shows it in full", async () => {
    const { page, context } = await world.signedIn();
    const id = "insp_02b22d8b-32e6-7b55-b4fb-97fbac052234";
    await page.goto(`${world.baseUrl}/portal/t/${world.tenantId}/inspections?id=${id}`);
    const cut = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)";
    expect(await page.evaluate<number>(`${cut}(document.querySelector("#id"))`)).toBe(0);
    await context.close();
  });

  it("Back leads past the answer to a form to its page, not to an error of the browser", async () => {
    const { page, context } = await world.signedIn({}, [world.tenantId]);
    const own = `${world.baseUrl}/portal/t/${world.tenantId}`;
    const save = page.locator("main form button.primary");
    await page.goto(`${own}/keys/new`);
    await page.getByLabel("Name", { exact: true }).fill("sent back once");
    await save.click();
    await page.locator("[role=alert]").waitFor();
    await page.getByLabel("urlsearch").check();
    await save.click();
    await page.getByLabel("API key", { exact: true }).waitFor();
    await page.goBack();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("");
    await page.goto(`${own}/try/urlsearch`);
    await page.getByLabel("Value").fill("https://www.shop.example/");
    await save.click();
    await page.locator("#verdict").waitFor();
    await page.getByRole("link", { name: "Inspections" }).click();
    await page.waitForURL(/inspections$/);
    await page.goBack();
    expect(await page.getByLabel("Value").inputValue()).toBe("");
    await context.close();
  });
});
