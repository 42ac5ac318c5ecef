import { Hono } from "hono";
import * as z from "zod";
import { describe, expect, it } from "vitest";
import { describeApi } from "../../scripts/openapi/describe-api.ts";
import type { JsonSchema } from "../../scripts/openapi/document.ts";
import { readAccess } from "../../scripts/openapi/read-access.ts";
import { readPath } from "../../scripts/openapi/read-routes.ts";
import { tidySchema } from "../../scripts/openapi/tidy-schema.ts";
import { WEBHOOKS } from "../../scripts/openapi/webhooks.ts";
import { operation, valid } from "../../src/http/contract/index.ts";
import { sampleApi } from "../support/sample-api.ts";

const sample = describeApi(sampleApi());
const { paths, components } = sample;
const statuses = (path: string, method: string) =>
  Object.keys(paths[path]?.[method]?.responses ?? {}).map(Number);

describe("parameters", () => {
  it("have the number type that their text is read as", () => {
    expect(paths["/things"]?.["get"]?.parameters?.[1]).toEqual({
      name: "limit",
      in: "query",
      required: false,
      description: "Items on a page; 50 if it is left out.",
      schema: { type: "integer", format: "int32", minimum: 1, maximum: 200 },
    });
  });

  it("are marked as required if they are", () => {
    const parameters = paths["/things"]?.["get"]?.parameters ?? [];
    expect(parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual(["q"]);
  });

  it("include headers", () => {
    const [header] = paths["/things"]?.["post"]?.parameters ?? [];
    expect(header).toMatchObject({ name: "X-Reason", in: "header", required: false });
  });

  it("include those that only the path declares, with their pattern", () => {
    expect(paths["/things/{id}"]?.["delete"]?.parameters).toEqual([
      {
        name: "id",
        in: "path",
        required: true,
        schema: { type: "string", minLength: 1, pattern: "^[0-9]{1,4}$" },
      },
    ]);
  });

  it.each([
    ["/a/:id/b/:name", "/a/{id}/b/{name}", 2],
    ["/.well-known/x", "/.well-known/x", 0],
    ["/:id{[0-9]{2}}.pem", "/{id}.pem", 1],
  ])("are read from the path %s", (path, template, count) => {
    expect(readPath(path)).toMatchObject({ template });
    expect(readPath(path).parameters).toHaveLength(count);
  });
});

describe("schemas", () => {
  it("are shared components if they have an id", () => {
    const body = paths["/things"]?.["post"]?.responses["201"];
    expect(body).toMatchObject({
      content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
    });
    expect(Object.keys(components.schemas)).toEqual([
      "Problem",
      "Colour",
      "Part",
      "PartInput",
      "Thing",
    ]);
  });

  it("differ between request and answer if a field has a default", () => {
    expect(components.schemas["Part"]?.required).toEqual(["name", "colour"]);
    expect(components.schemas["PartInput"]?.required).toEqual(["name"]);
  });

  it("omit what only repeats the format", () => {
    expect(components.schemas["Thing"]?.properties?.["madeAt"]).toEqual({
      type: "string",
      format: "date-time",
    });
  });

  it("have the format int64 unless an int32 holds the maximum, as generated clients assume int32", () => {
    const listed = paths["/things"]?.["get"]?.responses["200"];
    expect(listed).toMatchObject({
      content: {
        "application/json": {
          schema: {
            properties: {
              limit: { type: "integer", minimum: 1, maximum: 200 },
              total: { type: "integer", format: "int64" },
            },
          },
        },
      },
    });
    expect(JSON.stringify(listed)).not.toContain('"maximum":200,"format"');
  });

  it.each([
    [2 ** 31 - 1, undefined],
    [2 ** 31, "int64"],
    [10_000_000_000, "int64"],
  ])("have the format that a maximum of %d needs", (maximum, format) => {
    const quota = tidySchema({ type: "integer", minimum: 0, maximum }, (name) => name);
    expect(quota).toEqual({ type: "integer", minimum: 0, maximum, ...(format && { format }) });
    expect(JSON.stringify(WEBHOOKS["quota.exhausted"])).toContain(
      '"quota":{"type":"integer","format":"int64"',
    );
  });

  it("describe a tuple also as an array of one item type", () => {
    const tuple = z.toJSONSchema(z.tuple([z.string(), z.string()]));
    const text = { type: "string" };
    expect(tidySchema(tuple as JsonSchema, (name) => name)).toEqual({
      type: "array",
      prefixItems: [text, text],
      items: text,
      minItems: 2,
      maxItems: 2,
    });
  });

  it("have no dangling reference", () => {
    const text = JSON.stringify(sample);
    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)];
    const missing = references.filter(([, kind, name]) => {
      const group: Record<string, unknown> = components[kind as keyof typeof components];
      return !(String(name) in group);
    });
    expect(references.length).toBeGreaterThan(10);
    expect(text).not.toContain("$defs");
    expect(missing).toEqual([]);
  });
});

describe("answers", () => {
  it("include the errors that follow from the input", () => {
    expect(statuses("/things", "get")).toEqual([200, 400, 405, 500, 503]);
    expect(statuses("/things", "post")).toEqual([
      201, 400, 401, 403, 405, 408, 409, 413, 415, 500, 503,
    ]);
    expect(statuses("/things/{id}", "delete")).toEqual([204, 401, 403, 404, 405, 500, 503]);
  });

  it("have ETag and the conditional headers if a status is about versions", () => {
    const { parameters, responses } = paths["/photos/{id}"]?.["get"] ?? {};
    const headers = { ETag: { $ref: "#/components/headers/ETag" } };
    expect(responses).toMatchObject({ 200: { headers }, 304: { headers } });
    expect(parameters?.map(({ name }) => name)).toEqual(["id", "If-None-Match"]);
    const put = paths["/photos/{id}"]?.["put"];
    expect(put?.parameters?.map(({ name }) => name)).toEqual(["id", "If-Match"]);
  });

  it("are described beside a body that is not JSON, with their headers by name", () => {
    const put = paths["/photos/{id}"]?.["put"];
    const content = { "image/png": { schema: { type: "string", format: "binary" } } };
    expect(put?.requestBody).toEqual({ required: true, content });
    expect(put?.responses["204"]).toMatchObject({ headers: { ETag: {} } });
    const headers = ["Accept-Encoding", "Allow", "ETag", "Retry-After"];
    expect(Object.keys(components.headers)).toEqual(headers);
  });

  it("keep the description of the route", () => {
    expect(paths["/things"]?.["post"]?.responses["409"]).toMatchObject({
      description: "The code is taken",
    });
  });

  it("are found for a handler below an onError of its own", () => {
    expect(paths["/photos/{id}"]?.["get"]?.responses["200"]).toMatchObject({
      description: "The photo",
      content: { "image/png": { schema: { type: "string", format: "binary" } } },
    });
  });

  it("have errors of the bare shape, and 429 for every operation, if the API says so", () => {
    const bare = describeApi(sampleApi({ errors: "bare", everywhere: [429] }));
    expect(bare.components.schemas["Problem"]?.required).toEqual(["statusCode", "message"]);
    expect(bare.paths["/things"]?.["get"]?.responses["429"]).toEqual({
      $ref: "#/components/responses/TooManyRequests",
    });
    expect(bare.components.headers).toHaveProperty("Retry-After");
    expect(statuses("/things", "get")).not.toContain(429);
  });
});

describe("security", () => {
  it("names the permission, and any one of several credentials", () => {
    expect(paths["/things"]?.["post"]?.security).toEqual([
      { bearer: ["thing:write"] },
      { agentCertificate: [] },
    ]);
    expect(paths["/things"]?.["get"]?.security).toEqual([]);
    expect(paths["/photos/{id}"]?.["get"]?.security).toEqual([{ tenantId: [], apiKey: [] }]);
  });

  it("comes from the route table", () => {
    const table = {
      "GET /a": { who: "anyone", tenants: "none" },
      "GET /b": { who: ["member", "operator", "agent"], permission: "dict:read", tenants: "own" },
      "POST /a": { who: "anyone", permission: "dict:write", tenants: "none" },
      "POST /c": { who: ["service"], permission: "encrypt", tenants: "claim" },
    } as const;
    expect(readAccess(table, "GET", "/a")).toEqual({ credentials: [] });
    expect(readAccess(table, "POST", "/a")?.credentials).toEqual([
      { schemes: [] },
      { schemes: ["bearer"], permissions: ["dict:write"] },
    ]);
    expect(readAccess(table, "GET", "/b")).toEqual({
      callers: ["member", "operator", "agent"],
      credentials: [
        { schemes: ["bearer"], permissions: ["dict:read"] },
        { schemes: ["agentCertificate"] },
      ],
    });
    expect(readAccess(table, "POST", "/c")?.credentials).toEqual([
      { schemes: ["serviceKey"], permissions: ["encrypt"] },
    ]);
    expect(readAccess(table, "GET", "/d")).toBeUndefined();
  });
});

describe("a route with an incomplete description", () => {
  const about = { operationId: "x", summary: "X", tags: ["Things"], responses: {} };
  const withRoutes = (app: Hono) => () =>
    describeApi(sampleApi({ app, accessOf: () => ({ credentials: [] }) }));

  it.each([
    ["has no operation()", new Hono().get("/x", (c) => c.text("")), /no operation\(\)/],
    [
      "shares its operation id with another route",
      new Hono().get("/x", operation(about)).get("/y", operation(about)),
      /both called "x"/,
    ],
    [
      "has a tag without a description",
      new Hono().get("/x", operation({ ...about, tags: ["Unheard"] })),
      /no description: Unheard/,
    ],
    [
      "accepts a value that JSON cannot carry",
      new Hono().post("/x", operation(about), valid("json", z.object({ at: z.date() }))),
      /POST \/x: a schema cannot be described/,
    ],
  ])("is refused when it %s", (_why, app, message) => {
    expect(withRoutes(app)).toThrow(message);
  });

  it("is refused when its operation id has no description, or a described id has no route", () => {
    const app = new Hono().get("/x", operation({ operationId: "x" }));
    const { operationId, ...said } = about;
    expect(withRoutes(app)).toThrow(/GET \/x: nothing describes "x"/);
    const api = { app, accessOf: () => ({ credentials: [] }), operations: { [operationId]: said } };
    expect(describeApi(sampleApi(api)).paths["/x"]?.["get"]).toMatchObject({ summary: "X" });
    const more = { ...api, operations: { ...api.operations, y: said } };
    expect(() => describeApi(sampleApi(more))).toThrow("No route has these operations: y.");
  });

  it("is refused when it is in no access table", () => {
    const api = sampleApi({ accessOf: () => undefined });
    expect(() => describeApi(api)).toThrow(/GET \/things stands in no access table/);
  });
});

describe("an API without operations", () => {
  it("has an empty description", () => {
    const empty = describeApi(sampleApi({ app: new Hono() }));
    expect(empty.paths).toEqual({});
    expect(empty.tags).toEqual([]);
    expect(empty.components.schemas).toEqual({});
  });
});
