import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { takeArguments } from "./instance/take-arguments.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = "public/openapi";

const USAGE = `npm run openapi [-- --check]

  Writes the API descriptions and the reference page into public/openapi, and docs/errors.md.

  --check   writes nothing, and ends with 1 if one of them is not what the routes make it`;

/**
 * Writes the API descriptions and the reference page. With `--check` it only tells which of the files
 * differ from what the routes make.
 */
async function main(): Promise<void> {
  const { switches } = takeArguments(USAGE, { switches: ["check"] });
  // Loaded here, because usage and refusals need nothing of the product.
  const { makeFiles } = await import("./openapi/make-files.ts");
  const files = await makeFiles(ROOT, FOLDER);
  if (!switches.has("check")) return writeFiles(files);
  const stale = await findStale(files);
  if (stale.length === 0) return;
  console.error(`Not what the routes say: ${stale.join(", ")}. Run "npm run openapi".`);
  process.exitCode = 1;
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
