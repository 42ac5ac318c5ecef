import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Call, Caller } from "./case.ts";
import { sendOnce } from "./send-once.ts";

const CONNECTIONS = 16;

export interface Turn {
  requests: number;
  perSecond: number;
}

export interface Load {
  name: string;
  run: (url: string, call: Call, seconds: number) => Promise<Turn>;
}

/** wrk where it is installed, because it costs least beside the runtime; else a client in Node. */
export function openLoad(): Load {
  try {
    execFileSync("wrk", ["--version"], { stdio: "ignore" });
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return { name: "Node client", run: byNode };
  }
  return { name: "wrk", run: byWrk };
}

async function byWrk(url: string, call: Call, seconds: number): Promise<Turn> {
  const folder = mkdtempSync(join(tmpdir(), "rampart-wrk-"));
  const script = join(folder, "call.lua");
  writeFileSync(script, luaOf(call));
  const flags = ["-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "-s", script];
  try {
    const { stdout } = await promisify(execFile)("wrk", [...flags, url]);
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} failed:\n${stdout}`);
    const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
    return { requests, perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function luaOf({ method = "GET", headers = {}, body, callers }: Call): string {
  return [
    `wrk.method = ${JSON.stringify(method)}`,
    `wrk.headers = ${tableOf(headers)}`,
    body === undefined ? "" : `wrk.body = [==[${body}]==]`,
    callers === undefined ? "" : luaOfTurns(callers, headers),
  ].join("\n");
}

/** Every request is written once, before the first is sent. */
function luaOfTurns(callers: readonly Caller[], common: Record<string, string>): string {
  const made = callers.map(
    ({ path, headers }) =>
      `wrk.format(nil, ${JSON.stringify(path)}, ${tableOf({ ...common, ...headers })})`,
  );
  return [
    "local made, turn = {}, 0",
    "function init()",
    ...made.map((each) => `made[#made + 1] = ${each}`),
    "end",
    "function request() turn = turn % #made + 1 return made[turn] end",
  ].join("\n");
}

function tableOf(headers: Record<string, string>): string {
  const pairs = Object.entries(headers).map(
    ([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  );
  return `{ ${pairs.join(", ")} }`;
}

async function byNode(url: string, call: Call, seconds: number): Promise<Turn> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  let requests = 0;
  let turn = 0;
  const { callers = [] } = call;
  const next = (): [string, Call] => {
    turn += 1;
    const caller = callers[turn % callers.length];
    if (caller === undefined) return [url, call];
    const headers = { ...call.headers, ...caller.headers };
    return [new URL(caller.path, url).href, { ...call, headers }];
  };
  const worker = async () => {
    while (performance.now() < end) {
      await sendOnce(...next(), agent);
      requests += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  return { requests, perSecond: (requests * 1000) / (performance.now() - startedAt) };
}
