import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { addWords } from "./add-words.ts";
import { describeApi } from "./describe-api.ts";
import type { ApiDocument } from "./document.ts";
import { ErrorFinder } from "./errors/errors-of-operations.ts";
import { listErrors, writeErrorPage } from "./list-errors.ts";
import { nameErrors } from "./name-errors.ts";
import { renderPage } from "./page/render-page.ts";
import { standInForTheRuntime } from "./worker-modules.ts";

const ERROR_PAGE = "docs/errors.md";
const STYLESHEET = "/assets/docs.css";

/**
 * Makes the text of every file, by its path in the repository; descriptions and page go into `folder`.
 */
export async function makeFiles(root: string, folder: string): Promise<Map<string, string>> {
  standInForTheRuntime();
  const { APIS } = await import("./apis.ts");
  const finder = new ErrorFinder(root);
  const apis = Object.entries(APIS).map(([id, api]) => {
    const document = addWords(describeApi(api));
    return { id, document: api.errors === "bare" ? document : withErrors(document, finder) };
  });
  const files = new Map<string, string>();
  for (const { id, document } of apis) {
    files.set(`${folder}/${id}.json`, `${JSON.stringify(document, null, 1)}\n`);
    const errors = document["x-errors"];
    if (errors !== undefined) files.set(ERROR_PAGE, writeErrorPage(errors));
  }
  return files.set(`${folder}/reference.html`, await renderPage(apis, await nameStylesheet(root)));
}

function withErrors(document: ApiDocument, finder: ErrorFinder): ApiDocument {
  const named = nameErrors(document, (id, before) => finder.errorsOf(id, before));
  return { ...named, "x-errors": listErrors(named) };
}

/** Names the stylesheet with a mark of its content, since browsers may keep it for an hour. */
async function nameStylesheet(root: string): Promise<string> {
  const text = await readFile(join(root, "public", STYLESHEET));
  return `${STYLESHEET}?v=${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
}
