import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { json, serve, type RequestLine } from "../../src/http/index.ts";

/** The kernel around routes of the test's own. */
function aKernel() {
  const app = new Hono();
  const lines: RequestLine[] = [];
  serve(app, {
    write: (line) => lines.push(line),
    successShare: () => 1,
    shapeOf: () => "full",
  });
  return { app, lines };
}

const failing: readonly [string, () => Response | Promise<Response>][] = [
  [
    "throws at once",
    () => {
      throw new Error("torn");
    },
  ],
  ["throws later", () => Promise.reject(new Error("torn"))],
  [
    "throws a value that is no Error",
    () => {
      // oxlint-disable-next-line typescript/only-throw-error
      throw "torn";
    },
  ],
];

describe("the kernel", () => {
  it("answers at once if no layer waits, and by a promise if one does", async () => {
    const { app } = aKernel();
    app.get("/at-once", (c) => json(c, { ok: true }));
    app.get("/later", async (c) => json(c, { ok: true }));
    expect(app.request("/at-once")).toBeInstanceOf(Response);
    const later = app.request("/later");
    expect(later).toBeInstanceOf(Promise);
    expect((await later).status).toBe(200);
  });

  it("runs layers in order and back, each with the parameters of its own path", async () => {
    const { app } = aKernel();
    const seen: string[] = [];
    app.use("/shelves/:shelf/*", async (c, next) => {
      seen.push(`in ${c.req.param("shelf")}`);
      await next();
      seen.push(`out ${c.res.status}`);
    });
    app.get(
      "/shelves/:place/books/:book",
      (_c, next) => next(),
      (c) => {
        seen.push(`book ${c.req.param("book")} of ${c.req.param("place")}`);
        return json(c, {}, 201);
      },
    );
    expect((await app.request("/shelves/a/books/7")).status).toBe(201);
    expect(seen).toEqual(["in a", "book 7 of a", "out 201"]);
  });

  it("keeps the answer of an inner layer if an outer layer returns another", async () => {
    const { app } = aKernel();
    app.use(async (c, next) => {
      await next();
      return json(c, { from: "the layer before" });
    });
    app.get("/", (c) => json(c, { from: "the layer behind" }));
    expect(await (await app.request("/")).json()).toEqual({ from: "the layer behind" });
  });

  it.each(failing)("500 for a layer that %s, before the outer layer goes on", async (_n, fail) => {
    const { app, lines } = aKernel();
    const seen: unknown[] = [];
    app.use(async (c, next) => {
      await next();
      seen.push(c.error?.message, c.res.status);
    });
    app.get("/", fail);
    const answer = await app.request("/");
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("torn");
    expect(seen).toEqual(["torn", 500]);
    expect(lines[0]?.failure).toMatch(/^Error: torn/);
  });

  it("500 for a layer that neither answers nor goes on, and the next layer is not run", async () => {
    const { app } = aKernel();
    let met = false;
    app.use(async () => {});
    app.get("/", (c) => {
      met = true;
      return json(c, {});
    });
    expect([(await app.request("/")).status, met]).toEqual([500, false]);
  });

  it("answers HEAD with the status of GET and no body, and logs it as HEAD", async () => {
    const { app, lines } = aKernel();
    app.get("/things/:id", (c) => json(c, { id: c.req.param("id") }, 203));
    const head = await app.request("/things/7", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([203, ""]);
    expect(head.headers.get("x-request-id")).toMatch(/^[0-9a-f]{32}$/);
    expect(lines).toMatchObject([{ method: "HEAD", route: "/things/:id", status: 203 }]);
  });
});
