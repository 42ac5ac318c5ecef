import { registerHooks } from "node:module";
import { readDrizzleQuickly } from "../dev/quick-drizzle.ts";
import { readTextFiles } from "../dev/read-text-files.ts";

const RUNTIME = "cloudflare:";

/**
 * Stands in for what the routes' modules extend or name when they are loaded; nothing of it is ever
 * called.
 */
const STUB = `
  class Base { constructor(ctx, env) { this.ctx = ctx; this.env = env; } }
  export { Base as DurableObject, Base as WorkerEntrypoint, Base as RpcTarget, Base as WorkflowEntrypoint };
  export const env = {}, exports = {};
  export const waitUntil = () => {};
  export class EmailMessage {}
`;

/** Files that the bundler takes as data. Descriptions do not depend on their content. */
const DATA = /\.(?:bin|wasm|html|pem|csv|sql|css)$/;

/** Lets plain Node load the Worker's modules, in order to read what its routes say of themselves. */
export function standInForTheRuntime(): void {
  readDrizzleQuickly();
  readTextFiles();
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith(RUNTIME)
        ? { url: specifier, format: "module", shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) => {
      if (url.startsWith(RUNTIME)) return { format: "module", source: STUB, shortCircuit: true };
      if (DATA.test(new URL(url).pathname)) {
        return { format: "module", source: "export default undefined;", shortCircuit: true };
      }
      return next(url, context);
    },
  });
}
