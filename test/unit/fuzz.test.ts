import { Validator, type Schema } from "@cfworker/json-schema";
import * as fc from "fast-check";
import { Hono } from "hono";
import * as z from "zod";
import { describe, expect, it } from "vitest";
import { describeApi } from "../../scripts/openapi/describe-api.ts";
import type { JsonSchema } from "../../scripts/openapi/document.ts";
import { json, serve } from "../../src/http/index.ts";
import { operation, valid } from "../../src/http/contract/index.ts";
import { fitting } from "../support/fuzz/fitting-values.ts";
import { fuzzOperation, targetsOf, type Caller } from "../support/fuzz/fuzz-operation.ts";
import { quietKernel } from "../support/quiet-kernel.ts";
import { spoil } from "../support/fuzz/hostile-values.ts";
import { Judge } from "../support/fuzz/judge-answer.ts";
import { Pool } from "../support/fuzz/pool.ts";
import { writeJson } from "../support/fuzz/write-json.ts";
import { sampleApi } from "../support/sample-api.ts";

const PROBLEM = { "application/json": { schema: { type: "object" } } };

const nobody: Caller = { name: "nobody", headers: {} };

/** Fixed, since this tests the tool and not an API: its tries must not change at random. */
const SEED = 1;
const RUNS = 1000;

async function fuzz(app: Hono, method: string) {
  const document = describeApi(sampleApi({ app, accessOf: () => ({ credentials: [] }) }));
  const target = targetsOf(document).find((one) => one.method === method);
  if (target === undefined) throw new Error(`There is no ${method}.`);
  return fuzzOperation(target, {
    document,
    judge: new Judge(document),
    pool: new Pool(),
    callers: [nobody],
    send: async ({ address, ...init }) => app.request(`http://sample.test${address}`, init),
    runs: RUNS,
    limitMs: 0,
    leastRuns: RUNS,
    seed: SEED,
  });
}

interface Planted {
  status: 200 | 418;
  body: unknown;
  headers?: Record<string, string>;
}

function anApp(answer: (body: Record<string, unknown>) => Planted) {
  const app = new Hono();
  serve(app, quietKernel);
  app.post(
    "/things",
    operation({
      operationId: "makeThing",
      summary: "Make",
      tags: ["Things"],
      responses: {
        200: { description: "Made", schema: z.strictObject({ text: z.string().max(8) }) },
      },
    }),
    // Without the kernel's limit, which would keep deep bodies from the planted recursion.
    valid("json", z.strictObject({ text: z.string(), any: z.unknown().optional() }), {
      anyNesting: true,
    }),
    (c) => {
      const { status, body, headers } = answer(c.req.valid("json"));
      return json(c, body, status, headers);
    },
  );
  return app;
}

describe("the fuzz test", () => {
  it("passes an operation that answers as described, and sends it valid and invalid bodies", async () => {
    const seen = await fuzz(
      anApp(({ text }) => ({ status: 200, body: { text: String(text).slice(0, 8) } })),
      "post",
    );
    expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 400, 413, 415]));
  });

  it.each<[string, Parameters<typeof anApp>[0], RegExp]>([
    ["a status that is not described", () => ({ status: 418, body: {} }), /418.*not described/],
    [
      "a body that does not match its schema",
      ({ text }) => ({ status: 200, body: { text } }),
      /answers 200/,
    ],
    [
      "a header that is not described",
      () => ({ status: 200, body: { text: "" }, headers: { etag: '"1"' } }),
      /with etag, not described/,
    ],
    ["an additional field", () => ({ status: 200, body: { text: "", more: 1 } }), /more/],
    [
      "an answer 500 to deeply nested input",
      ({ any }) => ({ status: 200, body: { text: `${depthOf(any)}`.slice(0, 8) } }),
      /answers 500/,
    ],
  ])("fails on %s, and names the seed", async (_what, answer, fault) => {
    const failure = await fuzz(anApp(answer), "post").catch((error: Error) => error);
    expect(failure).toBeInstanceOf(Error);
    const { message, cause } = failure as Error;
    expect(message).toMatch(/seed: -?\d+/);
    expect(String(cause)).toMatch(fault);
  });
});

describe("the judge of answers", () => {
  const document = describeApi(sampleApi());
  const error = "thing_taken";
  const named = {
    ...document,
    "x-errors": [{ name: error, statuses: [409], means: "", advice: "" }],
  };
  const answers = { 409: { description: "Taken", "x-errors": [error], content: PROBLEM } };

  it.each([
    [error, []],
    ["thing_unheard", [expect.stringContaining("not listed") as string]],
  ])("accepts only the names of errors that an answer lists: %s", (name, faults) => {
    const [target] = targetsOf(document);
    if (target === undefined) throw new Error("The sample has no operation.");
    const operation = { ...target.operation, responses: answers };
    const headers = new Headers({ "content-type": "application/json" });
    const body = JSON.stringify({ error: name });
    expect(new Judge(named).faults({ ...target, operation }, 409, headers, body)).toEqual(faults);
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe("generated values", () => {
  const { components, paths } = describeApi(sampleApi());
  const known = { schemas: components.schemas, valuesFor: () => [] };
  const body = paths["/things"]?.["post"]?.requestBody?.content["application/json"]?.schema ?? {};
  const schemas: [string, JsonSchema][] = [["the body of POST /things", body]];

  it.each([...schemas, ...Object.entries(components.schemas)])(
    "match the schema %s",
    (_name, schema) => {
      const whole = { ...schema, components: { schemas: components.schemas } };
      const validator = new Validator(whole as unknown as Schema, "2020-12");
      fc.assert(
        fc.property(fitting(schema, known), (value) => {
          expect(validator.validate(value).errors).toEqual([]);
        }),
        { numRuns: 50 },
      );
    },
  );

  it("are still JSON after one place is made hostile", () => {
    fc.assert(
      fc.property(spoil(fitting(body, known)), (value) => {
        expect(() => JSON.parse(writeJson(value)) as unknown).not.toThrow();
      }),
    );
  });
});

describe("the pool of ids", () => {
  it("offers the ids in answers to the paths and fields that take them", () => {
    const pool = new Pool();
    pool.harvest("/agents", { items: [{ agent_id: "a1" }] });
    pool.harvest("/admin/plans", { items: [{ id: "free" }] });
    expect(pool.valuesInPath("/agents/{id}/checkin", "id")).toEqual(["a1"]);
    expect(pool.valuesFor("agentId")).toEqual(["a1"]);
    expect(pool.valuesFor("plan")).toEqual(["free"]);
    expect(pool.valuesInPath("/admin/plans/{id}", "id")).toEqual(["free"]);
    expect(pool.valuesInPath("/admin/tokens/{id}", "id")).toEqual([]);
  });
});
