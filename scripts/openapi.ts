import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { takeArguments } from "./instance/take-arguments.ts";
import { addWords } from "./openapi/add-words.ts";
import { describeApi } from "./openapi/describe-api.ts";
import { renderPage } from "./openapi/page/render-page.ts";
import { standInForTheRuntime } from "./openapi/worker-modules.ts";

const PUBLIC = join(import.meta.dirname, "..", "public");
const FOLDER = join(PUBLIC, "openapi");
const STYLESHEET = "/assets/docs.css";

const USAGE = `npm run openapi [-- --check]

  Writes the API descriptions and the reference page into public/openapi.

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
  const apis = Object.entries(APIS).map(([id, api]) => ({
    id,
    document: addWords(describeApi(api)),
  }));
  const files = new Map(
    apis.map(({ id, document }) => [`${id}.json`, `${JSON.stringify(document, null, 1)}\n`]),
  );
  return files.set("reference.html", await renderPage(apis, await nameStylesheet()));
}

/** With a mark of its content, since browsers may keep it for an hour. */
async function nameStylesheet(): Promise<string> {
  const text = await readFile(join(PUBLIC, STYLESHEET));
  return `${STYLESHEET}?v=${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
}

async function writeFiles(files: Map<string, string>): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const [name, text] of files) {
    await writeFile(join(FOLDER, name), text);
    console.log(`public/openapi/${name}: ${(Buffer.byteLength(text) / 1024).toFixed(1)} KiB`);
  }
}

async function findStale(files: Map<string, string>): Promise<string[]> {
  const stale: string[] = [];
  for (const [name, text] of files) {
    const committed = await readFile(join(FOLDER, name), "utf8").catch(() => "");
    if (committed !== text) stale.push(`public/openapi/${name}`);
  }
  return stale;
}

await main();
