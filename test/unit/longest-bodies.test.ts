import { describe, expect, it } from "vitest";
import * as z from "zod";
import { APIS } from "../../scripts/openapi/apis.ts";
import { readRoutes } from "../../scripts/openapi/read-routes.ts";
import { writeSchema } from "../../scripts/openapi/shared-schemas.ts";
import { longestJson } from "../support/longest-json.ts";

/** Bounded by the bytes that are sent: an isolate has no room for the longest spelling of so much. */
const BY_BYTES = [
  "POST /ai/documents",
  "PUT /ai/documents/:id",
  "POST /ai/documents:batch",
  "POST /enroll",
  "POST /ai/prompts/evaluations",
  "PUT /ai/tools/:tool/snapshot",
  "POST /admin/tenants/:tenantId/intel/entries/batch",
];

const bodies = Object.values(APIS)
  .flatMap(({ app }) => readRoutes(app))
  .flatMap(({ method, path, inputs: { json: schema }, maxBytes = 0 }) => {
    const where = `${method} ${path}`;
    return schema === undefined ? [] : [{ where, schema, maxBytes }];
  })
  .filter(({ where }) => !BY_BYTES.includes(where));

const most = (schema: z.ZodType) => longestJson(writeSchema({ schema, side: "input", where: "" }));

describe("the longest body that a schema allows", () => {
  it("fits into the body limit of every route, however its JSON is escaped", () => {
    const beyond = bodies
      .map(({ where, schema, maxBytes }) => ({ where, most: most(schema), maxBytes }))
      .filter((body) => body.most > body.maxBytes);
    expect(beyond).toEqual([]);
    expect(bodies.length).toBeGreaterThan(50);
  });

  it("is counted with each character of a value written as two escapes", () => {
    const text = z.string().max(3);
    const [key, value] = [String.raw`"\u0061"`, `"${String.raw`\ud83d\ude42`.repeat(3)}"`];
    expect(most(text)).toBe(value.length);
    expect(most(z.strictObject({ a: text }))).toBe(`{${key}:${value},}`.length);
    expect(most(z.array(text).max(2))).toBe(`[${value},${value},]`.length);
    const two = z.record(text, text).meta({ maxProperties: 2 });
    expect(most(two)).toBe(2 + 2 * `${value}:${value},`.length);
    expect(most(z.union([text, z.int()]))).toBe(value.length);
    expect(most(text.meta({ "x-max-bytes": 1 }))).toBe(String.raw`\u0061`.length);
  });
});
