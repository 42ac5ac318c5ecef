import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import {
  json,
  refuse,
  replaceHeaders,
  serve,
  Problem,
  type ErrorShape,
  type RequestLine,
} from "../../src/http/index.ts";
import { valid } from "../../src/http/contract/index.ts";
import type { Rampart } from "../../src/platform/index.ts";
import { call } from "../support/call.ts";
import { anOperator } from "../support/people.ts";

const MAX_BYTES = 100;
const SECRET = "rmp_pat_not-for-the-log";

/** The kernel around two routes of the test's own. */
function aKernel(shape: ErrorShape = "full", successShare = 1) {
  const lines: RequestLine[] = [];
  const app = new Hono<Rampart>();
  serve(app, {
    write: (line) => lines.push(line),
    successShare: () => successShare,
    shapeOf: () => shape,
  });
  app.get("/things/:id", (c) => json(c, { id: c.req.param("id") }));
  app.post(
    "/things/:id",
    valid("json", z.strictObject({ name: z.string() }), { maxBytes: MAX_BYTES }),
    (c) => json(c, c.req.valid("json")),
  );
  app.post("/trees", valid("json", z.strictObject({ name: z.unknown() })), (c) =>
    json(c, c.req.valid("json")),
  );
  const oneOf = z.union([
    z.strictObject({ id: z.string() }),
    z.strictObject({ from: z.int(), to: z.int(), in: z.strictObject({ days: z.int() }) }),
  ]);
  app.post("/orders", valid("json", z.strictObject({ order: oneOf })), (c) =>
    json(c, c.req.valid("json")),
  );
  const renewal = z.strictObject({ days: z.int().default(7) }).prefault({});
  app.post("/renewals", valid("json", renewal), (c) => json(c, c.req.valid("json")));
  app.get("/waits/:seconds", (c) => {
    const retryAfterSeconds = Number(c.req.param("seconds"));
    throw new Problem(refuse(429, "rate_limited", "Later.", { retryAfterSeconds }));
  });
  app.post(
    "/renamed",
    (c, next) => {
      const headers = new Headers(c.req.raw.headers);
      headers.set("content-type", "application/json");
      headers.set("x-name", "new");
      replaceHeaders(c, headers);
      return next();
    },
    valid("json", z.strictObject({ name: z.string() })),
    (c) => {
      const { headers } = c.get("call");
      const readers = [
        headers.get("x-name"),
        c.req.header("x-name"),
        c.req.raw.headers.get("x-name"),
      ];
      return json(c, { readers, ...c.req.valid("json") });
    },
  );
  app.get("/broken", () => {
    throw new Error("the secret reason");
  });
  const send = async (method: string, path: string, init: RequestInit = {}) =>
    app.request(`http://rampart.test${path}`, { method, ...init });
  const post = async (body: BodyInit, headers: Record<string, string> = {}) =>
    send("POST", "/things/1", {
      body,
      headers: { "content-type": "application/json", ...headers },
    });
  return { send, post, lines };
}

describe("a request", () => {
  it("keeps a valid X-Request-Id and replaces an invalid one", async () => {
    const { send } = aKernel();
    const with_ = async (id: string) =>
      (await send("GET", "/things/1", { headers: { "x-request-id": id } })).headers.get(
        "x-request-id",
      );
    for (const id of ["order-12345678", "x".repeat(8), "A_b.c-9".repeat(10).slice(0, 64)]) {
      expect(await with_(id)).toBe(id);
    }
    for (const id of [
      "short",
      "x".repeat(7),
      "has space in it",
      "x".repeat(65),
      "quote\"'<>;abc",
    ]) {
      expect(await with_(id)).toMatch(/^[0-9a-f]{32}$/);
    }
  });

  it("shows replaced headers to all layers behind the one that replaced them, and keeps its body", async () => {
    const init = { body: '{"name":"a"}', headers: { "x-name": "old" } };
    const answer = await aKernel().send("POST", "/renamed", init);
    expect(await answer.json()).toEqual({ readers: ["new", "new", "new"], name: "a" });
  });

  it("gets its own request id back while fifty requests run at once", async () => {
    const { send } = aKernel();
    const ids = Array.from({ length: 50 }, (_, at) => `request-${at}-of-50`);
    const seen = await Promise.all(
      ids.map(async (id) => {
        const answer = await send("GET", "/things/1", { headers: { "x-request-id": id } });
        return answer.headers.get("x-request-id");
      }),
    );
    expect(seen).toEqual(ids);
  });
});

describe("an answer", () => {
  it("carries Server-Timing, nosniff and no-store", async () => {
    const { headers } = await aKernel().send("GET", "/things/1");
    expect(headers.get("server-timing")).toMatch(/^total;dur=[\d.]+/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("to HEAD has the status and headers of GET and no body, also for a refusal", async () => {
    const { send } = aKernel();
    for (const [path, status] of [
      ["/things/1", 200],
      ["/waits/2", 429],
    ] as const) {
      const [get, head] = [await send("GET", path), await send("HEAD", path)];
      expect([get.status, head.status]).toEqual([status, status]);
      expect(await get.text()).not.toBe("");
      expect(await head.text()).toBe("");
      expect([...head.headers.keys()]).toEqual([...get.headers.keys()]);
    }
  });

  it("404 for an unknown path, 405 with Allow for an unknown method", async () => {
    const { send } = aKernel();
    expect((await send("GET", "/nowhere")).status).toBe(404);
    for (const method of ["PUT", "DELETE", "OPTIONS"]) {
      const answer = await send(method, "/things/1");
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("GET, HEAD, POST");
    }
    expect((await send("HEAD", "/things/1")).status).toBe(200);
  });

  it("413 over the limit, with and without Content-Length", async () => {
    const { post } = aKernel();
    const large = JSON.stringify({ name: "x".repeat(MAX_BYTES) });
    expect((await post(large, { "content-length": String(large.length) })).status).toBe(413);
    const stream = new Response(large).body ?? "";
    expect((await post(stream)).status).toBe(413);
    for (const none of ["many", "-1"]) {
      expect((await post(large, { "content-length": none })).status).toBe(413);
    }
    expect((await post(JSON.stringify({ name: "fits" }))).status).toBe(200);
  });

  it("413 states the limit in KiB", async () => {
    const body = { name: "x".repeat(300_000) };
    const answer = await call("POST", "/admin/tenants", { as: await anOperator(), body });
    expect([answer.status, await answer.json()]).toMatchObject([
      413,
      { error: "body_too_large", message: "The body may have at most 256 KiB." },
    ]);
  });

  it("200 for a body of exactly the limit, 413 for a byte more, with and without Content-Length", async () => {
    const { post } = aKernel();
    const empty = JSON.stringify({ name: "" }).length;
    // Two bytes a letter: bytes are counted, and not characters.
    const ofBytes = (bytes: number) =>
      JSON.stringify({ name: `${"ñ".repeat(10)}${"x".repeat(bytes - empty - 20)}` });
    for (const [bytes, status] of [
      [MAX_BYTES, 200],
      [MAX_BYTES + 1, 413],
    ] as const) {
      const body = ofBytes(bytes);
      expect((await post(body, { "content-length": String(bytes) })).status).toBe(status);
      expect((await post(new Response(body).body ?? "")).status).toBe(status);
    }
  });

  it("has Retry-After in whole seconds, rounded up and at least 1", async () => {
    const { send } = aKernel();
    for (const [asked, told] of [
      ["0", "1"],
      ["0.2", "1"],
      ["1", "1"],
      ["1.001", "2"],
      ["59.9", "60"],
    ]) {
      const answer = await send("GET", `/waits/${asked}`);
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, told]);
    }
  });

  it("415 for a media type that is not JSON, 400 for malformed JSON", async () => {
    const { post } = aKernel();
    const good = JSON.stringify({ name: "a" });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"]) {
      expect((await post(good, { "content-type": type })).status).toBe(415);
    }
    for (const type of ["application/json; charset=utf-8", "application/problem+json"]) {
      expect((await post(good, { "content-type": type })).status).toBe(200);
    }
    for (const bad of ["", "{", '{"name":}', "\u0000", "[1,2"]) {
      const answer = await post(bad);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: "malformed_json" });
    }
  });

  it("200 without a body only if the route allows it, else 415 or 400", async () => {
    const { send } = aKernel();
    expect(await (await send("POST", "/renewals")).json()).toEqual({ days: 7 });
    expect((await send("POST", "/things/1")).status).toBe(415);
    const said = { body: '{"days":8}' };
    expect((await send("POST", "/renewals", said)).status).toBe(415);
    const headers = { "content-type": "application/json" };
    expect(await (await send("POST", "/renewals", { headers })).json()).toEqual({ days: 7 });
    const empty = { headers: { ...headers, "content-length": "0" }, body: "" };
    expect(await (await send("POST", "/renewals", empty)).json()).toEqual({ days: 7 });
    expect((await send("POST", "/things/1", { headers })).status).toBe(400);
    const answer = await send("POST", "/renewals", { ...said, headers });
    expect(await answer.json()).toEqual({ days: 8 });
  });

  it("400 for a body that is not UTF-8, with and without Content-Length; U+FFFD itself is accepted", async () => {
    const { post } = aKernel();
    const encoder = new TextEncoder();
    const named = (...bytes: number[]) =>
      Uint8Array.from([...encoder.encode('{"name":"'), ...bytes, ...encoder.encode('"}')]);
    const declaring = ({ length }: Uint8Array) => ({ "content-length": String(length) });
    const bad = [[0xff, 0xfe], [0xc3], [0xf0, 0x9f], [0xed, 0xa0, 0x80], [0xc0, 0xaf]];
    for (const body of bad.map((bytes) => named(...bytes))) {
      expect((await post(body)).status).toBe(400);
      expect((await post(body, declaring(body))).status).toBe(400);
    }
    const good = named(...encoder.encode("a\uFFFD\u{1F600}é"));
    for (const headers of [{}, declaring(good)]) {
      const answer = await post(good, headers);
      expect(await answer.json()).toEqual({ name: "a\uFFFD\u{1F600}é" });
    }
  });

  it("200 for a body that starts with a byte order mark", async () => {
    const { post } = aKernel();
    for (const name of ["a", "a\uFFFD"]) {
      const body = new TextEncoder().encode(`\uFEFF${JSON.stringify({ name })}`);
      for (const headers of [{}, { "content-length": String(body.length) }]) {
        expect(await (await post(body, headers)).json()).toEqual({ name });
      }
    }
  });

  it("415 for a compressed body, with Accept-Encoding: identity and a message about compression", async () => {
    const { post } = aKernel();
    const packing = new Response('{"name":"a"}').body?.pipeThrough(new CompressionStream("gzip"));
    const packed = new Uint8Array(await new Response(packing).arrayBuffer());
    for (const more of [{}, { "content-length": String(packed.length) }]) {
      const answer = await post(packed, { "content-encoding": "gzip", ...more });
      expect(answer.status).toBe(415);
      expect(answer.headers.get("accept-encoding")).toBe("identity");
      expect(await answer.json()).toMatchObject({
        error: "unsupported_media_type",
        message: "The body must be sent without compression.",
      });
    }
  });

  it("400 for a body that fits none of several shapes names what the nearest shape lacks", async () => {
    const { send } = aKernel();
    const wrong = async (order: unknown) => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ order });
      const answer = await send("POST", "/orders", { body, headers });
      expect(answer.status).toBe(400);
      const { details } = await answer.json<{ details: { path: string }[] }>();
      return details.map(({ path }) => path);
    };
    expect(await wrong({})).toEqual(["order.id"]);
    expect(await wrong({ from: 1, to: "2", in: { days: 1 } })).toEqual(["order.to"]);
    expect(await wrong({ from: 1, to: 2, in: { days: "x" } })).toEqual(["order.in.days"]);
  });

  it("400 for a body nested deeper than 100 levels", async () => {
    const { send } = aKernel();
    const post = (levels: number, open: string, close: string) =>
      send("POST", "/trees", {
        body: `{"name":${open.repeat(levels - 1)}1${close.repeat(levels - 1)}}`,
        headers: { "content-type": "application/json" },
      });
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
      ['[0,{"a":', "}]"],
    ] as const) {
      const levels = open.startsWith("[0") ? 2 : 1;
      expect((await post(100 / levels, open, close)).status).toBe(200);
      for (const deep of [101, 10_000]) {
        const answer = await post(deep, open, close);
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({ error: "nested_too_deep" });
      }
    }
  });

  it("500 says nothing but the request id; the log has the stack", async () => {
    const { send, lines } = aKernel();
    const answer = await send("GET", "/broken");
    expect(answer.status).toBe(500);
    const body = await answer.json<{ requestId: string }>();
    expect(JSON.stringify(body)).not.toContain("secret reason");
    expect(body.requestId).toBe(answer.headers.get("x-request-id"));
    expect(lines[0]).toMatchObject({ level: "error", status: 500, error: "internal_error" });
    expect(lines[0]?.failure).toContain("the secret reason");
  });

  it("that is a refusal has exactly statusCode and message in the threat-intel shape", async () => {
    const { send, post } = aKernel("bare");
    for (const answer of [
      await send("GET", "/nowhere"),
      await send("PUT", "/things/1"),
      await send("GET", "/broken"),
      await post("{"),
      await post("{}"),
    ]) {
      const body = await answer.json<object>();
      expect(body).toEqual({ statusCode: answer.status, message: expect.any(String) });
    }
  });

  it("404 below /api/v1 has the threat-intel shape, elsewhere the full shape", async () => {
    const intel = await (await call("GET", "/api/v1/nowhere")).json<object>();
    expect(Object.keys(intel)).toEqual(["statusCode", "message"]);
    const fleet = await (await call("GET", "/nowhere")).json<object>();
    expect(fleet).toMatchObject({ error: "not_found", requestId: expect.any(String) });
  });
});

describe("the log", () => {
  it("names the route by its pattern, and never a header, a query or an id in the path", async () => {
    const { send, lines } = aKernel();
    const headers = { authorization: `Bearer ${SECRET}`, cookie: SECRET };
    await send("GET", `/things/seventy-seven?key=${SECRET}`, { headers });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ event: "request", route: "/things/:id", status: 200 });
    expect(JSON.stringify(lines)).not.toContain(SECRET);
    expect(JSON.stringify(lines)).not.toContain("seventy-seven");
  });

  it("has every refusal, and no success if the share of successes is 0", async () => {
    const { send, lines } = aKernel("full", 0);
    await send("GET", "/things/1");
    expect(lines).toHaveLength(0);
    await send("GET", "/nowhere");
    expect(lines).toMatchObject([{ status: 404, error: "not_found" }]);
  });
});

describe("GET /readyz", () => {
  it("200 tries the database, an object and files", async () => {
    const answer = await call("GET", "/readyz");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      status: "ready",
      parts: { database: "ok", object: "ok", files: "ok" },
    });
  });
});
