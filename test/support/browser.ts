import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as axeCore from "axe-core";
import { chromium as playwright, type Browser, type Page } from "playwright-core";
import { browserProgram } from "./browser-program.ts";
import { MARK_NEW_TEXTS, NEW_TEXT } from "./new-texts.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What a page has of ours. */
interface InPage {
  axe: typeof axeCore;
  markNewTexts: (given: string[]) => string[];
}

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
  return page.addInitScript(`${AXE}; globalThis.markNewTexts = ${MARK_NEW_TEXTS};`);
}

/**
 * Returns what axe finds wrong with the page, one line each. The pages of one look share `seen`, the
 * kinds of texts whose contrast was measured in one of them.
 */
export async function findBarriers(page: Page, seen = new Set<string>()): Promise<string[]> {
  const { marks, found } = await page.evaluate(
    async ({ given, selector }) => {
      const { axe, markNewTexts } = globalThis as unknown as InPage;
      const newMarks = markNewTexts(given);
      axe.configure({ rules: [{ id: "color-contrast", selector }] });
      const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
      const { violations } = await axe.run({ runOnly: tags, resultTypes: ["violations"] });
      const lines = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`,
      );
      return { marks: newMarks, found: lines };
    },
    { given: [...seen], selector: `[${NEW_TEXT}]` },
  );
  for (const mark of marks) seen.add(mark);
  return found;
}
