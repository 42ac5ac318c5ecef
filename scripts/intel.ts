import { resolve } from "node:path";
import { argv, env } from "node:process";
import { readDrizzleQuickly } from "./dev/quick-drizzle.ts";
import { DONE, runCommand } from "./instance/run-command.ts";
import { readOrder, USAGE, type Order } from "./intel/read-order.ts";

/** `npm run intel -- load <source> <file>`, or `build` for a feed that is too large for a Worker. */
await runCommand(USAGE, async () => {
  const order = readOrder(argv.slice(2), env, resolve(import.meta.dirname, ".."));
  for (const line of await carryOut(order)) console.log(line);
  return DONE;
});

/** Runs the command. Only `build` loads the parsers, which take a while to read. */
async function carryOut(order: Order): Promise<string[]> {
  if (order.verb === "load") return (await import("./intel/load.ts")).load(order);
  readDrizzleQuickly();
  return (await import("./intel/build.ts")).build(order);
}
