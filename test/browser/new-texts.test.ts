import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { carryAxe, findBarriers } from "../support/browser.ts";
import { sharedWorld } from "../support/shared-world.ts";

const FAINT = "color: #999";
const MEASURED = '<p class="a">A plain text</p>';

let page: Page;

beforeAll(async () => {
  const { browser } = await sharedWorld();
  page = await browser.newPage();
  await carryAxe(page);
});

afterAll(() => page.close());

/** Returns what is faint in a page with this in it, of what was not measured before. */
async function faintIn(body: string, seen?: Set<string>): Promise<string[]> {
  await page.goto("about:blank");
  await page.setContent(`<title>T</title><main><h1>Title</h1>${body}</main>`);
  const found = await findBarriers(page, seen);
  return found.filter((line) => line.startsWith("color-contrast"));
}

it.each([
  ["another colour", `<p class="a" style="${FAINT}">A faint text</p>`],
  ["another background", '<p class="a" style="background: #222">A faint text</p>'],
  ["another background around it", `<div style="background: #222">${MEASURED}</div>`],
  ["less opacity around it", `<div style="opacity: 0.4">${MEASURED}</div>`],
])("a text that differs from one that was measured by %s is measured", async (_, body) => {
  const seen = new Set<string>();
  expect(await faintIn(MEASURED, seen)).toEqual([]);
  expect(await faintIn(MEASURED + body, seen)).toHaveLength(1);
});

it.each([
  ["out of sight", `<div hidden>${bodyOf("A faint text")}</div>`],
  ["a single letter", bodyOf("x")],
  ["a symbol", bodyOf("→ →")],
  ["that of a disabled field", `<button disabled style="${FAINT}">A faint text</button>`],
])("no text goes unmeasured because one like it is %s", async (_, body) => {
  const seen = new Set<string>();
  expect(await faintIn(body, seen)).toEqual([]);
  const like = body.replace(" disabled", "").replace(" hidden", "");
  expect(await faintIn(like.replace(/>(x|→ →)</, ">A faint text<"), seen)).toHaveLength(1);
});

it("a faint text is found once, and not where it is the same again", async () => {
  const seen = new Set<string>();
  expect(await faintIn(bodyOf("A faint text"), seen)).toHaveLength(1);
  expect(await faintIn(bodyOf("Another faint text"), seen)).toEqual([]);
});

function bodyOf(text: string): string {
  return `<p style="${FAINT}">${text}</p>`;
}
