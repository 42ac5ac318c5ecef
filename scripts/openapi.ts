import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { takeArguments } from "./instance/take-arguments.ts";
import { addWords } from "./openapi/add-words.ts";
import { describeApi } from "./openapi/describe-api.ts";
import type { ApiDocument } from "./openapi/document.ts";
import { ErrorFinder } from "./openapi/errors/errors-of-operations.ts";
import { listErrors, writeErrorPage } from "./openapi/list-errors.ts";
import { nameErrors } from "./openapi/name-errors.ts";
import { renderPage } from "./openapi/page/render-page.ts";
import { standInForTheRuntime } from "./openapi/worker-modules.ts";

const ROOT = join(import.meta.dirname, "..");
const PUBLIC = join(ROOT, "public");
const FOLDER = "public/openapi";
const ERROR_PAGE = "docs/errors.md";
const STYLESHEET = "/assets/docs.css";

const USAGE = `npm run openapi [-- --check]

  Writes the API descriptions and the reference page into public/openapi, and docs/errors.md.

  --check   writes nothing, and ends with 1 if one of them is not what the routes make it`;

/**
 * Writes the API descriptions and the reference page; with `--check` only says which of the files
 * are not what the routes make them.
 */
async function main(): Promise<void> {
  const { switches } = takeArguments(USAGE, { switches: ["check"] });
  const files = await makeFiles();
  if (!switches.has("check")) return writeFiles(files);
  const stale = await findStale(files);
  if (stale.length === 0) return;
  console.error(`Not what the routes say: ${stale.join(", ")}. Run "npm run openapi".`);
  process.exitCode = 1;
}

async function makeFiles(): Promise<Map<string, string>> {
  standInForTheRuntime();
  const { APIS } = await import("./openapi/apis.ts");
  const finder = new ErrorFinder(ROOT);
  const apis = Object.entries(APIS).map(([id, api]) => {
    const document = addWords(describeApi(api));
    return { id, document: api.errors === "bare" ? document : withErrors(document, finder) };
  });
  const files = new Map<string, string>();
  for (const { id, document } of apis) {
    files.set(`${FOLDER}/${id}.json`, `${JSON.stringify(document, null, 1)}\n`);
    const errors = document["x-errors"];
    if (errors !== undefined) files.set(ERROR_PAGE, writeErrorPage(errors));
  }
  return files.set(`${FOLDER}/reference.html`, await renderPage(apis, await nameStylesheet()));
}

function withErrors(document: ApiDocument, finder: ErrorFinder): ApiDocument {
  const named = nameErrors(document, (id, before) => finder.errorsOf(id, before));
  return { ...named, "x-errors": listErrors(named) };
}

/** With a mark of its content, since browsers may keep it for an hour. */
async function nameStylesheet(): Promise<string> {
  const text = await readFile(join(PUBLIC, STYLESHEET));
  return `${STYLESHEET}?v=${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
}

async function writeFiles(files: Map<string, string>): Promise<void> {
  await mkdir(join(ROOT, FOLDER), { recursive: true });
  for (const [name, text] of files) {
    await writeFile(join(ROOT, name), text);
    console.log(`${name}: ${(Buffer.byteLength(text) / 1024).toFixed(1)} KiB`);
  }
}

async function findStale(files: Map<string, string>): Promise<string[]> {
  const stale: string[] = [];
  for (const [name, text] of files) {
    const committed = await readFile(join(ROOT, name), "utf8").catch(() => "");
    if (committed !== text) stale.push(name);
  }
  return stale;
}

await main();
