import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Evaluation } from "./eval/evaluation.ts";

/** Runs the evaluation of every slice, or of those named: each is a file in scripts/eval that exports `evaluation`. */
const FOLDER = join(import.meta.dirname, "eval");
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));

for (const file of readdirSync(FOLDER).sort()) {
  const name = file.replace(/\.ts$/, "");
  if (!file.endsWith(".ts") || (wanted.length > 0 && !wanted.includes(name))) continue;
  // The folder holds parts too, and one that fits weights anew when it is loaded.
  if (!readFileSync(join(FOLDER, file), "utf8").includes("export const evaluation")) continue;
  const { evaluation } = (await import(join(FOLDER, file))) as { evaluation: Evaluation };
  console.log(`\n# ${name}: ${evaluation.title}\n`);
  await evaluation.run();
}
