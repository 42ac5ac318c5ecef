import { Hono } from "hono";
import * as z from "zod";
import { json, serve } from "../../../src/http/index.ts";
import { livePlatform, type Rampart } from "../../../src/platform/index.ts";
import { gated } from "../../../src/tenants/index.ts";

export { TenantGate } from "../../../src/tenants/gate/gate-object.ts";

let objectCalls = 0;

/** A module that does nothing, behind the product's own kernel and gate. */
const app = new Hono<Rampart>();
serve(app, {
  write: (line) => livePlatform.log({ ...line }),
  successShare: (c) => Number(c.env.LOG_SUCCESS_SHARE),
  shapeOf: () => "bare",
  prepare: (c) => c.set("platform", livePlatform),
});
app.get("/object-calls", (c) => json(c, { objectCalls }));
app.get(
  "/api/v1/urlsearch",
  gated({
    module: "urlsearch",
    query: z.object({ value: z.string() }),
    read: ({ value }) => value,
    answer: (c) => json(c, { status: "ok" }),
  }),
);

let counting: Cloudflare.Env | undefined;

/** Counts the calls that leave the isolate. Made once, as the platform makes its own bindings. */
function counted(env: Cloudflare.Env): Cloudflare.Env {
  counting ??= { ...env, TENANT_GATE: countedGate(env.TENANT_GATE) };
  return counting;
}

function countedGate(real: Cloudflare.Env["TENANT_GATE"]): Cloudflare.Env["TENANT_GATE"] {
  return new Proxy(real, {
    get(target, name) {
      if (name === "get") objectCalls += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value as () => unknown).bind(target) : value;
    },
  });
}

export default {
  fetch: (request: Request, env: Cloudflare.Env, ctx: ExecutionContext) =>
    app.fetch(request, counted(env), ctx),
};
