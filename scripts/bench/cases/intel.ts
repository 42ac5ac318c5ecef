import type { Bench } from "../start-bench.ts";
import type { Call, Case, MakeCases } from "../case.ts";
import { addressOf, drawNumbers, urlOf } from "../intel/generate.ts";
import { openTenant } from "../open-tenant.ts";

const ADDRESSES = 121_000;
const URLS = 100_000;
/** How many different values are asked for in turn. */
const VALUES = 1_000;
const COUNTED = 20_000;
const AT_ONCE = 16;
const PER = 1_000;
const SCOPES = ["ipsearch", "urlsearch"];

interface Calls {
  database: number;
  files: number;
  objects: number;
}

/** Warm look-ups through the whole product: key, scope, quota, index and fusion. */
export const intelCases: MakeCases = async (bench) => {
  const headers = await openTenant(bench, "intel", SCOPES);
  await upload(bench, "ipsum", ADDRESSES, (number) => `${addressOf(number)}\t${1 + (number % 9)}`);
  await upload(bench, "urlhaus", URLS, urlOf);
  const ips = drawNumbers(ADDRESSES, VALUES).map(addressOf);
  const urls = drawNumbers(URLS, VALUES).map((number) => encodeURIComponent(urlOf(number)));
  return [
    lookUp("a warm IP look-up", "ipsearch", ips, 0.7, headers),
    lookUp("a warm URL look-up", "urlsearch", urls, 0.6, headers),
  ];
};

function lookUp(
  name: string,
  module: string,
  values: readonly string[],
  target: number,
  headers: Record<string, string>,
): Case {
  const paths = values.map((value) => `/api/v1/${module}?value=${value}`);
  const callers = paths.map((path) => ({ path, headers: {} }));
  const call: Call = { worker: "product", path: paths[0] ?? "", callers, headers };
  const after = (bench: Bench) => countCalls(bench, call);
  return { name, call, against: "bare route", target, after };
}

async function upload(
  bench: Bench,
  source: string,
  rows: number,
  lineOf: (number: number) => string,
): Promise<void> {
  const path = `/admin/intel/sources/${source}/feed`;
  const answer = await fetch(bench.url({ worker: "product", path }), {
    method: "PUT",
    headers: { authorization: `Bearer ${bench.operatorToken}` },
    body: Array.from({ length: rows }, (_, number) => `${lineOf(number)}\n`).join(""),
  });
  if (!answer.ok) throw new Error(`${source}: ${answer.status} ${await answer.text()}`);
}

/**
 * Makes the same calls to the same product, in an isolate in which every use of a binding is counted.
 */
async function countCalls(
  bench: Bench,
  { path, callers = [], headers = {} }: Call,
): Promise<string> {
  const all = callers.map(({ path }) => path);
  let next = 0;
  const ask = async (count: number) => {
    const end = next + count;
    const work = async () => {
      while (next < end) {
        const asked = all[next % all.length] ?? path;
        next += 1;
        const answer = await fetch(bench.url({ worker: "counted", path: asked }), { headers });
        if (!answer.ok) throw new Error(`${asked}: ${answer.status}`);
        await answer.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };
  await ask(PER);
  const before = await readCalls(bench);
  await ask(COUNTED);
  const after = await readCalls(bench);
  const per = (name: keyof Calls) => (((after[name] - before[name]) / COUNTED) * PER).toFixed(2);
  return `calls per 1,000 look-ups: D1 ${per("database")}, R2 ${per("files")}, objects ${per("objects")}; all behind the requests' backs: news every 15 s, leases`;
}

async function readCalls(bench: Bench): Promise<Calls> {
  const answer = await fetch(bench.url({ worker: "counted", path: "/bench/calls" }));
  return (await answer.json()) as Calls;
}
