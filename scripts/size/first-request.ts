import { argv, cpuUsage } from "node:process";
import { pathToFileURL } from "node:url";
import { standInForTheRuntime } from "../openapi/worker-modules.ts";

interface Product {
  default: { fetch: (request: Request, env: object, context: object) => Promise<Response> };
}

/** Enough to be turned away: what is asked for here is answered before anything is read. */
const ENV = { DB: {}, LOG_SUCCESS_SHARE: "0", OIDC_ISSUERS: "[]" };
const CONTEXT = { waitUntil: () => {}, passThroughOnException: () => {} };

/**
 * `first-request.ts <script> <path>`: what the first request there takes beyond the next, in ms of
 * CPU.
 */
const [, , script = "", path = ""] = argv;
console.log = () => {};
standInForTheRuntime();
const product = (await import(pathToFileURL(script).href)) as Product;
// What is paid once per isolate, whatever is asked for, and once per process of Node.
if (path !== "/healthz") await timeOf("/healthz");
await timeOf("/nowhere");
const [first, ...next] = [await timeOf(path), await timeOf(path), await timeOf(path)];
process.stdout.write(String(first - Math.min(...next)));

async function timeOf(asked: string): Promise<number> {
  const before = cpuUsage();
  const answer = await product.default.fetch(new Request(`http://localhost${asked}`), ENV, CONTEXT);
  await answer.text();
  const { user, system } = cpuUsage(before);
  return (user + system) / 1_000;
}
