import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runFolder } from "./run-folder.ts";

const POLL_MS = 100;

/** What the runtime needs of the product, as a deployment would send it. */
export interface Deployable {
  script: string;
  data: { name: string; base64: string }[];
  /** From wrangler.toml: bindings, objects, queues. */
  options: { bindings: Record<string, string> } & Record<string, unknown>;
}

/** Returns the file of the bundle, which is made by whoever needs it first in this test run. */
export async function bundleOnce(): Promise<string> {
  const file = join(runFolder(), "product.json");
  if (isFirst(`${file}.lock`)) {
    try {
      execFileSync(process.execPath, ["test/support/make-bundle.ts", `${file}.part`]);
      renameSync(`${file}.part`, file);
    } catch (error) {
      writeFileSync(`${file}.failed`, String(error));
      throw error;
    }
  }
  while (!existsSync(file)) {
    if (existsSync(`${file}.failed`)) throw new Error(readFileSync(`${file}.failed`, "utf8"));
    await sleep(POLL_MS);
  }
  return file;
}

function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
