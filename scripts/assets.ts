import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { takeArguments } from "./instance/take-arguments.ts";

/** The files that the pages of the portal load, as they are written. */
const SOURCES = ["portal.css", "portal.js", "rampart.svg"].map(
  (name) => `src/portal/frame/${name}`,
);
const FOLDER = "public/assets/portal";
const HASH_LETTERS = 10;
export const NAMES_FILE = "src/portal/frame/asset-names.ts";
export const HEADERS_FILE = "public/_headers";
const HEADERS = `/assets/*
  X-Content-Type-Options: nosniff
  Cross-Origin-Resource-Policy: same-origin
/assets/docs.css
  Cache-Control: public, max-age=3600, must-revalidate
`;

export interface Asset {
  source: string;
  /** The path under `public` and in addresses. Other content gets another name. */
  path: string;
  content: string;
}

export function readAssets(): Asset[] {
  return SOURCES.map((source) => {
    const content = readFileSync(source, "utf8");
    const hash = createHash("sha256").update(content).digest("hex").slice(0, HASH_LETTERS);
    return {
      source,
      content,
      path: `/assets/portal/${basename(source).replace(".", `.${hash}.`)}`,
    };
  });
}

/** Writes the module that gives pages the names. */
export function namesModule(assets: readonly Asset[]): string {
  const lines = assets.map(({ source, path }) => `  "${basename(source)}": "${path}",`);
  return [
    "/** Made by `npm run assets`. */",
    "export const ASSETS = {",
    ...lines,
    "} as const;",
    "",
  ].join("\n");
}

/**
 * Writes a caching rule for each file by its name. A rule for the folder would also hold for missing
 * files: a page of the next version may ask for its file too early, and the browser would keep the
 * failure.
 */
export function headersOf(assets: readonly Asset[]): string {
  const rules = assets.map(
    ({ path }) => `${path}\n  Cache-Control: public, max-age=31536000, immutable\n`,
  );
  return HEADERS + rules.join("");
}

const USAGE = `npm run assets

  Writes the hashed copies that browsers may keep for a year into ${FOLDER}. It takes no argument.`;

if (process.argv[1] === import.meta.filename) {
  takeArguments(USAGE, {});
  const assets = readAssets();
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const { path, content } of assets) writeFileSync(`public${path}`, content);
  writeFileSync(NAMES_FILE, namesModule(assets));
  writeFileSync(HEADERS_FILE, headersOf(assets));
  console.log(assets.map(({ path }) => path).join("\n"));
}
