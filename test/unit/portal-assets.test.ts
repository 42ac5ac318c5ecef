import { globSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  HEADERS_FILE,
  headersOf,
  namesModule,
  NAMES_FILE,
  readAssets,
} from "../../scripts/assets.ts";

const MAX_SCRIPT_BYTES = 15 * 1024;
const assets = readAssets();

describe("what the pages of the portal load", () => {
  it("stands under a name made of its content, so that browsers may keep it (npm run assets)", () => {
    for (const { path, content } of assets) {
      expect(readFileSync(`public${path}`, "utf8")).toBe(content);
    }
    expect(readFileSync(NAMES_FILE, "utf8")).toBe(namesModule(assets));
  });

  it("leaves nothing old behind", () => {
    const kept = globSync("public/assets/portal/*").map((file) => file.slice(6));
    expect(kept.toSorted()).toEqual(assets.map(({ path }) => path).toSorted());
  });

  it("may be kept for ever", () => {
    const rules = readFileSync(HEADERS_FILE, "utf8");
    for (const { path } of assets) {
      expect(rules).toContain(`${path}\n  Cache-Control: public, max-age=31536000, immutable\n`);
    }
    expect(rules).toBe(headersOf(assets));
  });

  it("has at most 15 KiB of script once compressed, all of it in one file of ours", () => {
    const scripts = assets.filter(({ path }) => path.endsWith(".js"));
    const bytes = scripts.reduce((sum, { content }) => sum + gzipSync(content).byteLength, 0);
    expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    const pages = globSync("src/portal/**/*.tsx").map((file) => readFileSync(file, "utf8"));
    expect(pages.filter((text) => text.includes("<script"))).toHaveLength(1);
  });
});
