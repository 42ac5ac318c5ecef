import { env } from "cloudflare:workers";
import { Hono, type Context } from "hono";
import { expect, it } from "vitest";
import type { Caller } from "../../src/ai/caller.ts";
import { voiceRoutes } from "../../src/ai/voice/routes.ts";
import { Call } from "../../src/http/call.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { transcribe } from "../../src/ai/voice/transcribe.ts";

const audioBase64 = btoa("RIFF\0\0\0\0WAVEfmt ");

it("transcription empties the order's Base64, so that a recording is held only once", async () => {
  const order = { tenantId: "t", audioBase64 };
  await transcribe({} as Caller, order).catch(() => undefined);
  expect(order.audioBase64).toBe("");
});

it("the request body of a recording is not cached beside the parsed order", async () => {
  let held: Context | undefined;
  const app = new Hono();
  app.use(async (c, next) => {
    held = c;
    c.set("call", new Call(c.req.raw.headers));
    c.set("platform" as never, livePlatform as never);
    c.set("principal" as never, { reach: ["t"] } as never);
    await next();
  });
  app.route("/", voiceRoutes);
  app.onError((_error, c) => c.text("nobody", 401));
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ tenantId: "t", audioBase64 });
  await app.request("/ai/voice/transcribe", { method: "POST", headers, body }, env);
  expect(held?.req.valid("json" as never)).toMatchObject({ tenantId: "t" });
  expect(held?.req.bodyCache).toEqual({});
});
