import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Evaluation } from "./eval/evaluation.ts";
import { readTextFiles } from "./dev/read-text-files.ts";
import { takeArguments } from "./instance/take-arguments.ts";

const FOLDER = join(import.meta.dirname, "eval");
/**
 * Only files with an evaluation: the folder has parts of them too, and a file that fits weights anew
 * when it is loaded.
 */
const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".ts"))
  .filter((file) => readFileSync(join(FOLDER, file), "utf8").includes("export const evaluation"))
  .map((file) => file.replace(/\.ts$/, ""))
  .sort();
const USAGE = `npm run eval [-- <evaluation> ...]

  Runs all evaluations, or those that are named.

  evaluations   ${NAMES.join(", ")}
  --errors      inspection: each text that was judged wrongly
  --folds       inspection: cross-validated over all public data, which takes minutes
  --sources     inspection: each public set judged by a model that saw nothing of it`;

const { names: wanted } = takeArguments(USAGE, {
  names: NAMES,
  switches: ["errors", "folds", "sources"],
});
readTextFiles();
for (const name of wanted.length > 0 ? NAMES.filter((one) => wanted.includes(one)) : NAMES) {
  const { evaluation } = (await import(join(FOLDER, `${name}.ts`))) as { evaluation: Evaluation };
  console.log(`\n# ${name}: ${evaluation.title}\n`);
  await evaluation.run();
}
