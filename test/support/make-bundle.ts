import { writeFileSync } from "node:fs";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { bundle } from "../../scripts/bench/bundle.ts";
import { hideShell } from "../../scripts/dev/hide-shell.ts";
import type { Deployable } from "./bundle-once.ts";

/**
 * Run by bundle-once.ts in a process of its own: once wrangler is loaded, every later start of a
 * program takes longer.
 */
const [file = ""] = process.argv.slice(2);
writeFileSync(file, JSON.stringify(makeDeployable()));

function makeDeployable(): Deployable {
  const { script, data } = bundle();
  hideShell();
  const { workerOptions } = unstable_getMiniflareWorkerOptions("wrangler.toml");
  // The bundle lists its modules already, and rules to find them would be refused.
  const { modulesRules: _rules, ...options } = workerOptions as Deployable["options"];
  const files = data.map(({ name, bytes }) => ({ name, base64: bytes.toString("base64") }));
  return { script, data: files, options };
}
