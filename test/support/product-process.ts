import { flushCompileCache } from "node:module";
import { gunzipSync } from "node:zlib";
import { openRuntime, type RuntimeOptions } from "./product-runtime.ts";

/** Run by run-product.ts, which kills it: the product in a process of its own. */
const [bundleFile = "", options = "{}"] = process.argv.slice(2);
const runtime = openRuntime(bundleFile, JSON.parse(options) as RuntimeOptions);
process.on("disconnect", () => process.exit());
await runtime.ready;
process.on("message", () => void archived().then((text) => process.send?.({ text })));
process.send?.("ready");
// Whoever is killed does not get to keep what it compiled for the next one.
flushCompileCache();

/** Everything in the archive of events, as a reader of the bucket finds it. */
async function archived(): Promise<string> {
  const bucket = await runtime.getR2Bucket("OBJECTS", "rampart");
  const { objects } = await bucket.list({ prefix: "events/" });
  const files = await Promise.all(objects.map(({ key }) => bucket.get(key)));
  const texts = files.map(async (file) =>
    file === null ? "" : gunzipSync(await file.arrayBuffer()).toString(),
  );
  return (await Promise.all(texts)).join("");
}
