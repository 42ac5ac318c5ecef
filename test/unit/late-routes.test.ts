import { Hono } from "hono";
import type { H, RouterRoute } from "hono/types";
import { describe, expect, it } from "vitest";
import {
  mountLate,
  SegmentRouter,
  serve,
  type LateGroup,
  type RequestLine,
} from "../../src/http/index.ts";

const pets = () =>
  new Hono()
    .get("/pets/mine", (c) => c.text("mine"))
    .get("/pets/:id", (c) => c.text(`pet ${c.req.param("id")}`))
    .post("/pets", async (c) => c.text(`new ${await c.req.text()}`, 201));

/** An application whose guard answers 403 to every group but the first, unless the query holds the word. */
function build(...groups: LateGroup[]) {
  const router = new SegmentRouter<[H, RouterRoute]>();
  const app = new Hono<{ Bindings: Cloudflare.Env }>({ router });
  let outermost = 0;
  app.use(async (_c, next) => {
    outermost += 1;
    await next();
  });
  app.get("/here", (c) => c.text("here"));
  const [early, ...rest] = groups.map((group) => () => mountLate(app, router, group));
  const arrivals = early === undefined ? [] : [early()];
  app.use(async (c, next) =>
    c.req.query("word") === "please" ? await next() : c.text("shut", 403),
  );
  arrivals.push(...rest.map((mount) => mount()));
  const lines: RequestLine[] = [];
  serve(app, {
    write: (line) => lines.push(line),
    successShare: () => 1,
    shapeOf: () => "full",
  });
  return { app, arrivals, lines, passes: () => outermost };
}

const emptyGroup: LateGroup = { at: ["/early/*"], load: async () => new Hono() };

describe("routes that are mounted late", () => {
  it("answer their first request as if mounted at the start, behind the guard before them", async () => {
    const { app } = build(emptyGroup, { at: ["/pets/*"], load: async () => pets() });
    expect((await app.request("/pets/mine")).status).toBe(403);
    expect(await (await app.request("/pets/mine?word=please")).text()).toBe("mine");
    expect(await (await app.request("/pets/7?word=please")).text()).toBe("pet 7");
  });

  it("get the body of the first request, which passes the outermost layer once", async () => {
    const { app, lines, passes } = build(emptyGroup, { at: ["/pets/*"], load: async () => pets() });
    const answer = await app.request("/pets?word=please", { method: "POST", body: "cat" });
    expect([answer.status, await answer.text(), passes()]).toEqual([201, "new cat", 1]);
    expect(lines.map(({ route }) => route)).toEqual(["/pets"]);
  });

  it("are loaded once for many first requests at a time, and not for other paths", async () => {
    let loads = 0;
    const load = async () => {
      loads += 1;
      await Promise.resolve();
      return pets();
    };
    const { app } = build(emptyGroup, { at: ["/pets/*"], load });
    await app.request("/here");
    await app.request("/petshop?word=please");
    expect(loads).toBe(0);
    const all = await Promise.all(
      Array.from({ length: 20 }, async () => app.request("/pets/mine?word=please")),
    );
    expect([loads, ...new Set(all.map(({ status }) => status))]).toEqual([1, 200]);
  });

  it("keep their order, even if a later group is loaded first", async () => {
    const shut = { at: ["/shelter/*"], load: async () => new Hono().get("/shelter", say("first")) };
    const open = { at: ["/shelter"], load: async () => new Hono().get("/shelter", say("second")) };
    const { app, arrivals } = build(emptyGroup, shut, open);
    await arrivals[2]?.();
    expect(await (await app.request("/shelter?word=please")).text()).toBe("first");
  });

  it("answer their first request with 405 and Allow, 404, or 200 to HEAD", async () => {
    const group = { at: ["/pets/*"], load: async () => pets() };
    const wrong = await build(emptyGroup, group).app.request("/pets?word=please", {
      method: "PUT",
    });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
    const unknown = await build(emptyGroup, group).app.request("/pets/7/tail?word=please");
    expect(unknown.status).toBe(404);
    const head = await build(emptyGroup, group).app.request("/pets/7?word=please", {
      method: "HEAD",
    });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("answer 500 to every request if they cannot be loaded, and stay behind the guard", async () => {
    const broken = { at: ["/pets/*"], load: () => Promise.reject(new Error("torn")) };
    const { app, lines, passes } = build(emptyGroup, broken);
    for (const path of ["/pets/mine?word=please", "/pets/7?word=please"]) {
      const answer = await app.request(path);
      expect(answer.status).toBe(500);
    }
    expect(lines.map(({ failure }) => failure?.split("\n")[0])).toEqual(
      Array(2).fill("Error: torn"),
    );
    expect((await app.request("/pets/mine")).status).toBe(403);
    expect(passes()).toBe(3);
  });
});

function say(text: string) {
  return () => new Response(text);
}
