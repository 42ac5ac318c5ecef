import { Hono } from "hono";
import * as z from "zod";
import type { Api } from "../../scripts/openapi/api.ts";
import type { Access } from "../../scripts/openapi/credentials.ts";
import { answerProblem, json, noContent, raw, serve } from "../../src/http/index.ts";
import { operation, pageSchema, pagingQuery, valid } from "../../src/http/contract/index.ts";
import { quietKernel } from "./quiet-kernel.ts";

const colour = z.enum(["red", "green"]).meta({ id: "Colour", description: "What it looks like." });
const part = z
  .strictObject({ name: z.string().min(1).max(20), colour: colour.default("red") })
  .meta({ id: "Part" });
const thing = z
  .strictObject({
    id: z.string(),
    parts: z.array(part).max(3),
    weight: z.number().min(0).max(2).nullable(),
    madeAt: z.iso.datetime(),
  })
  .meta({ id: "Thing" });
const newThing = z.strictObject({
  tenantId: z.string().min(1).describe("The tenant, for instance `demo`."),
  parts: z.array(part).max(3),
  code: z.string().regex(/^[A-Z]{3}-\d{2}$/),
  email: z.email().optional(),
  extra: z.record(z.string(), z.union([z.string(), z.int()])).optional(),
});

const tags = ["Things"];
const made = { id: "1", parts: [], weight: null, madeAt: "2026-01-01T00:00:00Z" };

function thingRoutes() {
  const app = new Hono();
  app.get(
    "/things",
    operation({
      operationId: "listThings",
      summary: "List things",
      tags,
      responses: { 200: { description: "A page", schema: pageSchema(thing) } },
    }),
    valid("query", z.object({ ...pagingQuery, colour: colour.optional(), q: z.string() })),
    (c) => json(c, { items: [made], page: 1, limit: 1, total: 1, total_pages: 1, has_more: false }),
  );
  app.post(
    "/things",
    operation({
      operationId: "makeThing",
      summary: "Make a thing",
      description: "It is made at once.\n\nThe `code` is its own.",
      tags,
      responses: {
        201: { description: "The thing", schema: thing },
        409: { description: "The code is taken" },
      },
    }),
    valid("header", z.object({ "x-reason": z.string().optional() })),
    valid("json", newThing),
    (c) => json(c, made, 201),
  );
  app.delete(
    "/things/:id{[0-9]{1,4}}",
    operation({
      operationId: "dropThing",
      summary: "Drop a thing",
      tags,
      responses: { 204: { description: "Gone" } },
    }),
    (c) => noContent(c),
  );
  return app;
}

function photoRoutes() {
  const app = new Hono();
  app.get(
    "/photos/:id",
    operation({
      operationId: "getPhoto",
      summary: "See a photo",
      tags: ["Photos"],
      responses: {
        200: { description: "The photo", type: "image/png" },
        304: { description: "If-None-Match names it" },
      },
    }),
    (c) => raw(c, new Uint8Array([1]), { "content-type": "image/png" }),
  );
  app.put(
    "/photos/:id",
    operation({
      operationId: "putPhoto",
      summary: "Hang another photo",
      tags: ["Photos"],
      takes: "image/png",
      responses: {
        204: { description: "It hangs", headers: ["ETag"] },
        412: { description: "Another hangs by now" },
      },
    }),
    (c) => noContent(c),
  );
  app.onError((error, c) => answerProblem(c, error, "full"));
  return app;
}

const ACCESS: Record<string, Access> = {
  "GET /things": { credentials: [] },
  "POST /things": {
    credentials: [
      { schemes: ["bearer"], permissions: ["thing:write"] },
      { schemes: ["agentCertificate"] },
    ],
    callers: ["member", "operator", "agent"],
  },
  "DELETE /things/:id{[0-9]{1,4}}": {
    credentials: [{ schemes: ["bearer"], permissions: ["thing:write"] }],
    callers: ["operator"],
  },
  "PUT /photos/:id": { credentials: [] },
  "GET /photos/:id": { credentials: [{ schemes: ["tenantId", "apiKey"] }] },
};

/** Makes a small API that has one of everything that the generator knows. */
export function sampleApi(more: Partial<Api> = {}): Api {
  const app = new Hono();
  serve(app, quietKernel);
  app.route("/", thingRoutes());
  app.route("/", photoRoutes());
  return {
    title: "Sample API",
    version: "9.9.9",
    description: "Things and photos.",
    server: { url: "/", description: "Here." },
    tags: [
      { name: "Things", description: "What can be made." },
      { name: "Photos", description: "What can be seen." },
      { name: "Nothing", description: "What nobody uses." },
    ],
    errors: "full",
    everywhere: [],
    headers: {},
    app,
    accessOf: (method, path) => ACCESS[`${method} ${path}`],
    ...more,
  };
}
