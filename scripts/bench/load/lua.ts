import type { Call } from "../case.ts";
import { BLOCK_MS, REST_MS, type Side } from "./load.ts";

/** Writes the script by which wrk sends one call, or those of its callers in turn. */
export function luaOfCall(call: Call): string {
  return [`function init() ${luaOfRequests(call, undefined)} end`, NEXT_REQUEST].join("\n");
}

/**
 * Writes the script by which wrk compares sides. Each thread has one side, and its connections send
 * only during that side's blocks, except for the rest at the end of each block. wrk asks for a delay
 * after each answer, so these questions are counted. At the end each side prints its count for each
 * block.
 */
export function luaOfBlocks(sides: readonly Side[]): string {
  return [
    'local ffi = require("ffi")',
    "ffi.cdef[[ typedef struct { long s; long us; } timeval;",
    "int gettimeofday(timeval *now, void *zone); ]]",
    'local now = ffi.new("timeval")',
    "local threads = {}",
    `local ports = { ${sides.map(({ url }) => quote(new URL(url).port)).join(", ")} }`,
    "function setup(thread)",
    '  thread:set("side", #threads)',
    "  threads[#threads + 1] = thread",
    `  thread.addr = wrk.lookup(${quote(hostOf(sides))}, ports[#threads])[1]`,
    "end",
    "function init()",
    ...sides.map(
      ({ url, call }, side) => `if side == ${side} then ${luaOfRequests(call, url)} end`,
    ),
    '  blocks, block, answered = "", nil, 0',
    "end",
    NEXT_REQUEST,
    "function delay()",
    "  ffi.C.gettimeofday(now, nil)",
    "  local ms = tonumber(now.s) * 1000 + tonumber(now.us) / 1000",
    `  local current = math.floor(ms / ${BLOCK_MS})`,
    `  local ahead = (side - current) % ${sides.length}`,
    `  if ahead == 0 and ms - current * ${BLOCK_MS} > ${BLOCK_MS - REST_MS} then`,
    `    ahead = ${sides.length}`,
    "  end",
    `  if ahead > 0 then return math.ceil((current + ahead) * ${BLOCK_MS} - ms) end`,
    "  if current ~= block then",
    '    if block then blocks = blocks .. " " .. answered end',
    "    block, answered = current, 0",
    "  end",
    "  answered = answered + 1",
    "  return 0",
    "end",
    "function done()",
    "  for _, thread in ipairs(threads) do",
    '    print("blocks " .. thread:get("side") .. ":" .. thread:get("blocks"))',
    "  end",
    "end",
  ].join("\n");
}

const NEXT_REQUEST = "function request() turn = turn % #made + 1 return made[turn] end";

/** Writes every request once, before the first is sent. */
function luaOfRequests(call: Call, url: string | undefined): string {
  const { method = "GET", headers = {}, body, callers } = call;
  const host = url === undefined ? {} : { Host: new URL(url).host };
  const path = url === undefined ? "wrk.path" : quote(new URL(url).pathname + new URL(url).search);
  const each = callers?.map((caller) => ({ path: quote(caller.path), headers: caller.headers }));
  return [
    "made, turn = {}, 0",
    body === undefined ? "local body = nil" : `local body = [==[${body}]==]`,
    ...(each ?? [{ path, headers: {} }]).map((one) => {
      const table = tableOf({ ...headers, ...host, ...one.headers });
      return `made[#made + 1] = wrk.format(${quote(method)}, ${one.path}, ${table}, body)`;
    }),
  ].join("\n");
}

function hostOf(sides: readonly Side[]): string {
  return new URL(sides[0]?.url ?? "").hostname;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

function tableOf(headers: Record<string, string>): string {
  const pairs = Object.entries(headers).map(
    ([name, value]) => `[${quote(name)}] = ${quote(value)}`,
  );
  return `{ ${pairs.join(", ")} }`;
}
