import { DurableObject } from "cloudflare:workers";
import { Hono } from "hono";

interface Env {
  ROW: DurableObjectNamespace<RowObject>;
}

/** The smallest object: a table of one row, read or written by one call. */
export class RowObject extends DurableObject {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    ctx.storage.sql.exec("CREATE TABLE IF NOT EXISTS row (id INTEGER PRIMARY KEY, n INTEGER)");
    ctx.storage.sql.exec("INSERT INTO row VALUES (1, 0) ON CONFLICT DO NOTHING");
  }

  read(): number {
    return this.ctx.storage.sql.exec<{ n: number }>("SELECT n FROM row WHERE id = 1").one().n;
  }

  write(): number {
    this.ctx.storage.sql.exec("UPDATE row SET n = n + 1 WHERE id = 1");
    return this.read();
  }
}

/** The reference for everything: Hono with one route, alone or with one object call. */
const app = new Hono<{ Bindings: Env }>();
app.get("/bare", (c) => c.json({ status: "ok" }));

/** What a route costs that reads a body at all, as all of encryption has to. */
app.post("/body", async (c) => c.json(await c.req.json()));

/**
 * Headers with the names that every answer of ours has, and fixed values: this measures only what they
 * cost on the way out.
 */
const dressed = new Response(null, {
  headers: {
    "content-type": "application/json",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "x-request-id": "0123456789abcdef0123456789abcdef",
    traceparent: "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01",
    "server-timing": "total;dur=0",
  },
});
app.get("/dressed", () => new Response(JSON.stringify({ status: "ok" }), dressed));

app.get("/object-read", async (c) => c.json({ n: await row(c.env).read() }));
app.get("/object-write", async (c) => c.json({ n: await row(c.env).write() }));

/** A write to one of as many objects as there are callers. */
app.get("/object-write/:name", async (c) =>
  c.json({ n: await row(c.env, c.req.param("name")).write() }),
);

function row(env: Env, name = "one") {
  return env.ROW.get(env.ROW.idFromName(name));
}

export default { fetch: app.fetch };
