import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { valid } from "../../src/http/contract/index.ts";
import { serve } from "../../src/http/index.ts";
import { quietKernel } from "../support/quiet-kernel.ts";

const app = new Hono();
const form = z.object({ document: z.record(z.string(), z.unknown()) });
app.post("/", valid("json", form), (c) => c.json(c.req.valid("json" as never)));
serve(app, quietKernel);

async function send(document: string) {
  const headers = { "content-type": "application/json" };
  const body = `{"document":${document}}`;
  const answer = await app.request("/", { method: "POST", headers, body });
  return { status: answer.status, said: await answer.json<{ message: string }>() };
}

const NINES = "9".repeat(309);

describe("a body that is kept as it was given", () => {
  it.each([
    ['{"__proto__":1}', "document.__proto__", "may not have this name"],
    ['{"a":[{"\\u005f_proto__":{}}]}', "document.a.0.__proto__", "may not have this name"],
    ['{"__pr\\u006fto__":1}', "document.__proto__", "may not have this name"],
    ['{"a":1e400}', "document.a", "must be a smaller number"],
    ['{"a":[-1.5E+0400]}', "document.a.0", "must be a smaller number"],
    [`{"a":${NINES}}`, "document.a", "must be a smaller number"],
    [`{"a":${NINES.slice(9)}e10}`, "document.a", "must be a smaller number"],
  ])(
    "400 for a field __proto__ or a number that is too large: %s",
    async (document, path, message) => {
      const { status, said } = await send(document);
      expect([status, said]).toMatchObject([
        400,
        {
          error: "invalid_request",
          message: `"${path}" is invalid: ${message}.`,
          details: [{ path, message }],
        },
      ]);
    },
  );

  it.each(['{"a":"__proto__"}', '{"proto":1e300}', `{"a":"${NINES}","b":"1e400"}`, '{"a":1e-400}'])(
    "200 for a body that only looks like one of these: %s",
    async (document) => {
      const { status, said } = await send(document);
      expect([status, said]).toEqual([200, { document: JSON.parse(document) as unknown }]);
    },
  );
});
