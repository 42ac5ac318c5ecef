import { execFileSync } from "node:child_process";
import { runByNode, takeBlocksByNode } from "./by-node.ts";
import { runByWrk, takeBlocksByWrk } from "./by-wrk.ts";
import type { Load } from "./load.ts";

/** Gives wrk if it is installed, because it takes least from the runtime; else a client in Node. */
export function openLoad(): Load {
  try {
    execFileSync("wrk", ["--version"], { stdio: "ignore" });
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT")
      return { name: "Node client", run: runByNode, takeBlocks: takeBlocksByNode };
  }
  return { name: "wrk", run: runByWrk, takeBlocks: takeBlocksByWrk };
}
