import { argv, cpuUsage } from "node:process";
import { pathToFileURL } from "node:url";
import { standInForTheRuntime } from "../openapi/worker-modules.ts";

interface Product {
  default: { fetch: (request: Request, env: object, context: object) => Promise<Response> };
}

/** Just enough for a refusal: the paths asked for here are answered before anything is read. */
const ENV = { DB: {}, LOG_SUCCESS_SHARE: "0", OIDC_ISSUERS: "[]" };
const CONTEXT = { waitUntil: () => {}, passThroughOnException: () => {} };

/**
 * `first-request.ts <script> <path>` prints how much more CPU time the first request for a path takes
 * than the next, in ms.
 */
const [, , script = "", path = ""] = argv;
console.log = () => {};
standInForTheRuntime();
const product = (await import(pathToFileURL(script).href)) as Product;
// First what costs once per isolate, whatever the path is, and once per process of Node.
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
