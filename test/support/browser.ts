import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import chromium from "@sparticuz/chromium";
import type * as axeCore from "axe-core";
import { chromium as playwright, type Browser, type Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * In one process, closing a page would end the browser; and nobody needs a graphics card imitated
 * for pages without graphics, which costs as much as all else that the browser itself does.
 */
const LEFT_OUT = /^--(?:single-process|ignore-gpu-blocklist|in-process-gpu|use-|enable-unsafe-)/;

/** The Chromium that comes with the packages, so that nothing needs to be installed. */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [
      ...chromium.args.filter((flag) => !LEFT_OUT.test(flag)),
      "--disable-gpu",
      "--disable-software-rasterizer",
    ],
    headless: true,
  });
}

/** Whatever the page loads from now on comes with axe, which is less work than to send it each time. */
export function carryAxe(page: Page): Promise<unknown> {
  return page.addInitScript(AXE);
}

/** What axe finds wrong with the page, each as one line; but for the rules that are left out. */
export async function findBarriers(page: Page, without: string[] = []): Promise<string[]> {
  return page.evaluate(async (left) => {
    const { axe } = globalThis as unknown as { axe: typeof axeCore };
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const rules = Object.fromEntries(left.map((rule) => [rule, { enabled: false }]));
    const { violations } = await axe.run({ runOnly: tags, rules, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, without);
}
