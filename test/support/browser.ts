import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as axeCore from "axe-core";
import { chromium as playwright, type Browser, type Page } from "playwright-core";
import { browserProgram } from "./browser-program.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function openBrowser(): Promise<Browser> {
  const { args = [], ...program } = await browserProgram();
  return playwright.launch({
    ...program,
    args: [...args, "--disable-gpu", "--disable-software-rasterizer"],
    headless: true,
  });
}

/**
 * Adds axe to everything that the page loads from now on, which is less work than to send it each time.
 */
export function carryAxe(page: Page): Promise<unknown> {
  return page.addInitScript(AXE);
}

/**
 * Returns what axe finds wrong with the page, one line each, except for the rules that are left out.
 */
export async function findBarriers(page: Page, without: string[] = []): Promise<string[]> {
  return page.evaluate(async (left) => {
    const { axe } = globalThis as unknown as { axe: typeof axeCore };
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const rules = Object.fromEntries(left.map((rule) => [rule, { enabled: false }]));
    const { violations } = await axe.run({ runOnly: tags, rules, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, without);
}
