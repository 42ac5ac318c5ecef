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

/** An application whose guard shuts everything that a known route would answer, but for a word. */
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

const nobody: LateGroup = { at: ["/early/*"], load: async () => new Hono() };

describe("routes that come late", () => {
  it("answer their first request as if they had been there, behind what stands before them", async () => {
    const { app } = build(nobody, { at: ["/pets/*"], load: async () => pets() });
    expect((await app.request("/pets/mine")).status).toBe(403);
    expect(await (await app.request("/pets/mine?word=please")).text()).toBe("mine");
    expect(await (await app.request("/pets/7?word=please")).text()).toBe("pet 7");
  });

  it("keep the body of the first request, and let the outermost layer see it once", async () => {
    const { app, lines, passes } = build(nobody, { at: ["/pets/*"], load: async () => pets() });
    const answer = await app.request("/pets?word=please", { method: "POST", body: "cat" });
    expect([answer.status, await answer.text(), passes()]).toEqual([201, "new cat", 1]);
    expect(lines.map(({ route }) => route)).toEqual(["/pets"]);
  });

  it("are loaded once by many first requests at a time, and by none for other paths", async () => {
    let loads = 0;
    const load = async () => {
      loads += 1;
      await Promise.resolve();
      return pets();
    };
    const { app } = build(nobody, { at: ["/pets/*"], load });
    await app.request("/here");
    await app.request("/petshop?word=please");
    expect(loads).toBe(0);
    const all = await Promise.all(
      Array.from({ length: 20 }, async () => app.request("/pets/mine?word=please")),
    );
    expect([loads, ...new Set(all.map(({ status }) => status))]).toEqual([1, 200]);
  });

  it("take their place in the order, whichever comes first", async () => {
    const shut = { at: ["/shelter/*"], load: async () => new Hono().get("/shelter", say("first")) };
    const open = { at: ["/shelter"], load: async () => new Hono().get("/shelter", say("second")) };
    const { app, arrivals } = build(nobody, shut, open);
    await arrivals[2]?.();
    expect(await (await app.request("/shelter?word=please")).text()).toBe("first");
  });

  it("say which methods they know, and that they do not know a path, at the first request", async () => {
    const group = { at: ["/pets/*"], load: async () => pets() };
    const wrong = await build(nobody, group).app.request("/pets?word=please", { method: "PUT" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
    const unknown = await build(nobody, group).app.request("/pets/7/tail?word=please");
    expect(unknown.status).toBe(404);
    const head = await build(nobody, group).app.request("/pets/7?word=please", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("fail at every request where they cannot be loaded, and stay shut", async () => {
    const broken = { at: ["/pets/*"], load: () => Promise.reject(new Error("torn")) };
    const { app, lines, passes } = build(nobody, broken);
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
