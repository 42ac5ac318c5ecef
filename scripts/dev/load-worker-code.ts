import { registerHooks } from "node:module";
import type * as access from "../../src/access/index.ts";

const RUNTIME = "cloudflare:";
/** Nothing of it is called here; the modules of the Worker only have to load. */
const STAND_IN =
  "export class DurableObject {} export class WorkerEntrypoint {} export const env = {};";

/** The Worker's own access verbs in plain Node, so that a local token is made as any other. */
export async function loadAccess(): Promise<typeof access> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith(RUNTIME)
        ? { url: specifier, format: "module", shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) =>
      url.startsWith(RUNTIME)
        ? { format: "module", source: STAND_IN, shortCircuit: true }
        : next(url, context),
  });
  try {
    return await import("../../src/access/index.ts");
  } finally {
    hooks.deregister();
  }
}
