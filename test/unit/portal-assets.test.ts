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

describe("the assets of the portal's pages", () => {
  it("are committed under names made of their content, as npm run assets writes them", () => {
    for (const { path, content } of assets) {
      expect(readFileSync(`public${path}`, "utf8")).toBe(content);
    }
    expect(readFileSync(NAMES_FILE, "utf8")).toBe(namesModule(assets));
  });

  it("have no old files beside them", () => {
    const kept = globSync("public/assets/portal/*").map((file) => file.slice(6));
    expect(kept.toSorted()).toEqual(assets.map(({ path }) => path).toSorted());
  });

  it("may be cached for ever", () => {
    const rules = readFileSync(HEADERS_FILE, "utf8");
    for (const { path } of assets) {
      expect(rules).toContain(`${path}\n  Cache-Control: public, max-age=31536000, immutable\n`);
    }
    expect(rules).toBe(headersOf(assets));
  });

  it("hold at most 15 KiB of compressed script, loaded in one place only", () => {
    const scripts = assets.filter(({ path }) => path.endsWith(".js"));
    const bytes = scripts.reduce((sum, { content }) => sum + gzipSync(content).byteLength, 0);
    expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    const pages = globSync("src/portal/**/*.tsx").map((file) => readFileSync(file, "utf8"));
    expect(pages.filter((text) => text.includes("<script"))).toHaveLength(1);
  });
});
