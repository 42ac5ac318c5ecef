import { maybeHandleRunRequest } from "cloudflare:test-internal";
import { env } from "cloudflare:workers";
import * as product from "../../src/index.ts";

const PRODUCT = "/src/index.ts";
const RUNNER = "__VITEST_POOL_WORKERS_RUNNER_OBJECT";
const OPTIONS = "cloudflarePoolOptions";

interface Runner {
  import: (id: string, ...more: unknown[]) => unknown;
}
interface Objects {
  get: (name: string) => { fetch: (url: string, init: { cf: object }) => Promise<unknown> };
}
/** What vitest and its plugin keep in the isolate. */
const isolate = globalThis as unknown as {
  __vitest_mocker__: { moduleRunner: Runner };
  __vitest_worker__: { providedContext: Record<typeof OPTIONS, string> };
  isProductInside?: boolean;
};

let isProductAsked = false;

/**
 * Before each request and each call of an object the plugin imports the product, through an object of
 * its own, which is a further request. It reads its options at once before: then the import finds the
 * product, which is loaded, without that request. All other calls of that object are left as they are.
 */
export function keepProductInside(): void {
  noteQuestions();
  if (isolate.isProductInside === true) return;
  isolate.isProductInside = true;
  const { moduleRunner } = isolate.__vitest_mocker__;
  const load = moduleRunner.import.bind(moduleRunner);
  moduleRunner.import = (id, ...more) =>
    isProductAsked && id.endsWith(PRODUCT) ? product : load(id, ...more);
  const bindings = env as unknown as Record<typeof RUNNER, Objects>;
  const runner = bindings[RUNNER];
  bindings[RUNNER] = {
    get: (name) => ({
      fetch: async (url, init) =>
        isProductAsked ? maybeHandleRunRequest(init) : runner.get(name).fetch(url, init),
    }),
  };
}

/** A run has options of its own. They are read where the product is asked for. */
function noteQuestions(): void {
  const context = isolate.__vitest_worker__.providedContext;
  if (Object.getOwnPropertyDescriptor(context, OPTIONS)?.get !== undefined) return;
  const options = context[OPTIONS];
  Object.defineProperty(context, OPTIONS, {
    get: () => {
      isProductAsked = true;
      queueMicrotask(() => {
        isProductAsked = false;
      });
      return options;
    },
  });
}
