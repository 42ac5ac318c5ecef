import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Call } from "./case.ts";

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

function luaOf({ method = "GET", headers = {}, body, path, paths = [] }: Call): string {
  const text = JSON.stringify;
  const all = [path, ...paths].map((one) => text(one)).join(",");
  const inTurn = [
    `local paths, at = {${all}}, 0`,
    `function request() at = at % #paths + 1; return wrk.format(nil, paths[at]) end`,
  ];
  return [
    ...(paths.length === 0 ? [] : inTurn),
    `wrk.method = ${text(method)}`,
    ...Object.entries(headers).map(
      ([name, value]) => `wrk.headers[${text(name)}] = ${text(value)}`,
    ),
    body === undefined ? "" : `wrk.body = [==[${body}]==]`,
  ].join("\n");
}

async function byNode(url: string, call: Call, seconds: number): Promise<Turn> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  let requests = 0;
  let next = 0;
  const urls = [url, ...(call.paths ?? []).map((path) => new URL(path, url).href)];
  const worker = async () => {
    while (performance.now() < end) {
      next += 1;
      await once(urls[next % urls.length] ?? url, call, agent);
      requests += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  return { requests, perSecond: (requests * 1000) / (performance.now() - startedAt) };
}

async function once(url: string, { method = "GET", headers = {}, body }: Call, agent: Agent) {
  return new Promise<void>((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (answer) => {
      const { statusCode = 0 } = answer;
      answer.resume();
      answer.once("end", () => {
        if (statusCode < 300) resolve();
        else reject(new Error(`${url}: ${statusCode}`));
      });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
