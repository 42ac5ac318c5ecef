import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { BLOCK_MS, CONNECTIONS, SETTLING_BLOCKS, type Load } from "./load.ts";
import { luaOfBlocks, luaOfCall } from "./lua.ts";

const MAX_OUTPUT_BYTES = 16_777_216;
/** The first block of a side is cut short by the start, and the last by the end. */
const CUT = 2;

export const runByWrk: Load["run"] = async ({ url, call }, seconds) => {
  const output = await wrk(url, [`-t1`, `-c${CONNECTIONS}`, `-d${seconds}s`], luaOfCall(call));
  return {
    requests: Number(/(\d+) requests in/.exec(output)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
  };
};

/** Gives each side a thread, which lets its connections wait during the blocks of the others. */
export const takeBlocksByWrk: Load["takeBlocks"] = async (sides, blocks) => {
  const seconds = Math.ceil(((SETTLING_BLOCKS + blocks + CUT) * sides.length * BLOCK_MS) / 1000);
  const flags = [`-t${sides.length}`, `-c${CONNECTIONS * sides.length}`, `-d${seconds}s`];
  const output = await wrk(sides[0]?.url ?? "", flags, luaOfBlocks(sides));
  const first = SETTLING_BLOCKS + 1;
  return sides.map((_, side) => blocksOf(output, side).slice(first, first + blocks));
};

function blocksOf(output: string, side: number): number[] {
  const [, counts = ""] = new RegExp(`^blocks ${side}:([\\d ]*)$`, "m").exec(output) ?? [];
  return counts.trim().split(" ").map(Number);
}

async function wrk(url: string, flags: string[], lua: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "rampart-wrk-"));
  const script = join(folder, "call.lua");
  writeFileSync(script, lua);
  try {
    const options = { maxBuffer: MAX_OUTPUT_BYTES };
    const { stdout } = await promisify(execFile)("wrk", [...flags, "-s", script, url], options);
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} failed:\n${stdout}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
