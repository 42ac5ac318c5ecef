import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import * as z from "zod";
import { json, serve } from "../../src/http/index.ts";
import { valid } from "../../src/http/contract/index.ts";
import { livePlatform, type Rampart } from "../../src/platform/index.ts";
import { admit, charge } from "../../src/tenants/index.ts";
import { nobodyWaits } from "./nobody-waits.ts";
import { quietKernel } from "./quiet-kernel.ts";

interface Gated {
  now?: () => number;
  wait?: (ms: number) => Promise<unknown>;
  /** Stands for another isolate, with a gate of its own that remembers nothing. */
  isolate?: object;
  bindings?: Partial<Cloudflare.Env>;
  /** The module answers when this is there. */
  held?: () => Promise<void> | undefined;
}

/** Makes a module behind the real gate; the test says what it answers. */
export function gatedApp({ now = Date.now, wait = nobodyWaits, bindings = {}, held }: Gated = {}) {
  const app = new Hono<Rampart>();
  const platform = { ...livePlatform, now, wait, log: () => {} };
  serve(app, {
    ...quietKernel,
    shapeOf: () => "bare",
    prepare: (c) => c.set("platform", platform),
  });
  app.get(
    "/api/v1/urlsearch",
    admit("urlsearch"),
    valid("query", z.object({ value: z.string(), status: z.string().optional() })),
    charge,
    async (c) => {
      await held?.();
      const { status } = c.req.valid("query");
      if (status === "500") throw new Error("broken");
      return json(c, { ok: true });
    },
  );
  // A gate is remembered by its namespace binding, so a wrapped binding makes the gate of another
  // isolate.
  const calls = { object: 0 };
  const real = env.TENANT_GATE;
  const counted = {
    idFromName: (name: string) => real.idFromName(name),
    get: (id: DurableObjectId) => {
      calls.object += 1;
      return real.get(id);
    },
  } as unknown as Cloudflare.Env["TENANT_GATE"];
  const own = { ...env, TENANT_GATE: counted, ...bindings };

  const send = async (
    context: ExecutionContext,
    tenantId: string | undefined,
    key: string | undefined,
    more = "",
    headers = {},
  ) => {
    const all: Record<string, string> = { ...headers };
    if (tenantId !== undefined) all["x-tenant-id"] = tenantId;
    if (key !== undefined) all["x-api-key"] = key;
    const path = `/api/v1/urlsearch?value=a${more}`;
    return app.request(path, { headers: all }, own, context);
  };
  const ask = async (tenantId?: string, key?: string, more?: string, headers?: object) => {
    const context = createExecutionContext();
    const answer = await send(context, tenantId, key, more, headers);
    await waitOnExecutionContext(context);
    return answer;
  };
  /** A call whose caller hangs up: all that goes on is what was asked to outlive it. */
  const hangUp = async (tenantId: string, key: string, more?: string) => {
    const going: Promise<unknown>[] = [];
    const context = createExecutionContext();
    context.waitUntil = (work) => void going.push(work as Promise<unknown>);
    void send(context, tenantId, key, more);
    await scheduler.wait(0);
    return going;
  };
  return { ask, hangUp, calls };
}
