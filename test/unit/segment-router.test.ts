import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Hono } from "hono";
import type { H, RouterRoute } from "hono/types";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { SegmentRouter } from "../../src/http/segment-router.ts";
import { GROWN_AFTER } from "../../src/http/young-router.ts";

const LONG = 1_000_000;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** A path as it comes: a piece of its address. */
function pieceOf(path: string): string {
  return `${path}?q=${"a".repeat(LONG)}`.slice(0, path.length);
}

function build(app: Hono): Hono {
  app.use("*", async (c, next) => {
    await next();
    c.header("x-all", "yes");
  });
  app.use("/agents/*", async (c, next) => {
    await next();
    c.header("x-agents", "yes");
  });
  app.get("/", (c) => c.text("root"));
  app.get("/agents/me", (c) => c.text("me"));
  app.get("/agents/:id", (c) => c.text(`agent ${c.req.param("id")}`));
  app.post("/agents/:id/events", (c) => c.text(`events ${c.req.param("id")}`));
  app.post("/agents/:id/checkin", (c) => c.text(`check-in ${c.req.param("id")}`));
  app.get("/agents/me/policy", (c) => c.text("policy"));
  app.get("/agents/:id/:part", (c) => c.text(`part ${c.req.param("part")}`));
  app.get("/files/:path{.+/kept}", (c) => c.text(`file ${c.req.param("path")}`));
  app.get("/*/anywhere", (c) => c.text("anywhere"));
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/.well-known/keys", (c) => c.text("keys"));
  app.all("/api/v1/*", (c) => c.text("intel"));
  return app;
}

describe("SegmentRouter", () => {
  const router = new SegmentRouter<[H, RouterRoute]>();
  const ours = build(new Hono({ router }));
  const theirs = build(new Hono());

  it.each([
    "GET /agents/:id",
    "GET /agents/*",
    "POST /agents/:id/events",
    "GET /files/:path/kept",
    "GET /",
    "GET /agents/me",
    "GET /agents/7",
    "POST /agents/7/events",
    "GET /agents/7/events",
    "POST /agents/7/checkin",
    "POST /agents/me/checkin",
    "POST /agents/7/8/checkin",
    "GET /agents/7/checkin",
    "GET /agents/me/policy",
    "GET /agents/7/policy",
    "GET /agents/agents",
    "GET /agents/me/",
    "GET /files/a/b/kept",
    "GET /files/a/b/lost",
    "GET /agents/anywhere",
    "GET /elsewhere/anywhere",
    "GET /agents",
    "GET /agents/",
    "GET /healthz",
    "GET /healthz/",
    "HEAD /healthz",
    "GET /.well-known/keys",
    "PUT /api/v1/anything/below",
    "GET /nowhere",
    "GET //agents/me",
    "GET /agents%2Fme",
  ])("%s is answered as by Hono's own router", async (line) => {
    const [method = "", path = ""] = line.split(" ");
    const other = await theirs.request(path, { method });
    const text = await other.text();
    const find = () => router.match(method, path);
    // By the first router, by the fast one, and by what that has found once.
    for (const before of [0, GROWN_AFTER, 0]) {
      for (let asked = 0; asked < before; asked += 1) find();
      const one = await ours.request(path, { method });
      expect([one.status, await one.text()]).toEqual([other.status, text]);
      expect(Object.fromEntries(one.headers)).toEqual(Object.fromEntries(other.headers));
    }
  });

  it("forgets the paths it found when a route is added, and keeps only paths that a route names", () => {
    const router = new SegmentRouter<string>();
    router.add("GET", "/agents/me", "me");
    const handlers = (path: string) => router.match("GET", path)[0].map(([handler]) => handler);
    expect(handlers("/agents/me")).toEqual(["me"]);
    router.add("ALL", "/agents/*", "all");
    expect(handlers("/agents/me")).toEqual(["me", "all"]);
    expect(router.match("GET", "/agents/me")).toBe(router.match("GET", "/agents/me"));
    expect(handlers("/agents/7")).toEqual(["all"]);
    expect(router).toMatchObject({ found: new Map([["/agents/me", expect.anything()]]) });
  });

  it("does not hold the URL that a path is a piece of", () => {
    const router = new SegmentRouter<string>();
    const paths = Array.from({ length: 8 }, (_, at) => `/agents/me/long-name-${at}`);
    for (const path of paths) router.add("POST", path, path);
    // Together they are too much for the router that looks for whole paths first.
    router.add("GET", "/agents/me/:part", "part");
    router.add("GET", "/agents/:id/:part", "any");
    collect();
    const before = process.memoryUsage().heapUsed;
    for (const method of ["GET", "POST"]) {
      for (const path of paths) router.match(method, pieceOf(path));
    }
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(4 * LONG);
  });

  it("builds its fast router once, after enough requests, and not again for a later route", () => {
    const made = vi.spyOn(RegExpRouter.prototype, "buildAllMatchers");
    onTestFinished(() => made.mockRestore());
    const router = new SegmentRouter<string>();
    router.add("GET", "/agents/:id", "one");
    const ask = (times: number) => {
      for (let asked = 0; asked < times; asked += 1) router.match("GET", "/agents/7");
    };
    ask(GROWN_AFTER);
    expect(made).not.toHaveBeenCalled();
    ask(2);
    expect(made).toHaveBeenCalledOnce();
    router.add("GET", "/agents/:id/events", "late");
    ask(1);
    expect(made).toHaveBeenCalledOnce();
  });
});
