import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { aReceiver, passHours } from "../support/webhook-endpoint.ts";

const MINUTE_MS = 60_000;
const NEW = "http://localhost:9/new";

/** An endpoint whose first address fails without a break; its new one answers as the test says. */
async function aMoving() {
  const told = { status: 200, during: async () => {} };
  const receiver = await aReceiver(async ({ url }) => {
    const { during } = told;
    told.during = async () => {};
    await during();
    return new Response("", { status: url === NEW ? told.status : 500 });
  });
  const { path, as, sent, endpoint } = receiver;
  const move = async (url = NEW) => {
    expect((await call("PATCH", path, { as, body: { url } })).status).toBe(200);
  };
  const health = async () =>
    (await call("GET", `${path}/health`, { as })).json<Record<string, unknown>>();
  const statusIs = () =>
    env.DB.prepare("SELECT status FROM webhook_endpoints WHERE id = ?")
      .bind(endpoint.id)
      .first("status");
  const many = Array.from({ length: 12 }, (_, at) => `old_${at}`);
  const atNew = () => sent.filter(({ url }) => url === NEW).map(({ headers }) => headers);
  return { ...receiver, told, move, health, statusIs, many, atNew };
}

describe("a webhook endpoint that gets a new URL", () => {
  it("is called there at once, with its failures reset", async () => {
    const { deliver, later, move, many, atNew, health } = await aMoving();
    await deliver(...many);
    await later(0);
    expect(await health()).toMatchObject({ failuresInARow: 10 });
    await move();
    await later(0);
    expect(atNew().map((headers) => headers["webhook-id"])).toEqual(["old_10", "old_11"]);
    expect(await health()).toMatchObject({ failuresInARow: 0, failingSince: null });
  });

  it("is not disabled for the failures of its old URL", async () => {
    const { deliver, later, move, told, many, statusIs, health, atNew, stub } = await aMoving();
    await deliver(...many);
    await later(0);
    await passHours(later, 119);
    expect(await health()).toMatchObject({ failingSince: expect.any(String) as string });
    expect(await statusIs()).toBe("active");
    told.status = 503;
    await later(50 * MINUTE_MS);
    await move();
    // The warnings about the old URL are forgotten too; the new one gets its own.
    await runInDurableObject(stub, (_object, { storage }) => {
      expect(storage.sql.exec("SELECT percent FROM warning").toArray()).toEqual([]);
    });
    await deliver("new");
    await later(20 * MINUTE_MS);
    expect(atNew()).not.toEqual([]);
    expect(await statusIs()).toBe("active");
  });

  it("counts no failure of a call to its old URL that was under way", async () => {
    const { deliver, later, move, told, health } = await aMoving();
    told.during = move;
    await deliver("old");
    await later(0);
    expect(await health()).toMatchObject({ failuresInARow: 0, waiting: 1 });
  });

  it("keeps its failures if the new URL is the old one", async () => {
    const { deliver, later, move, sent, many, health } = await aMoving();
    await deliver(...many);
    await later(0);
    await move(sent[0]?.url);
    await later(0);
    expect(sent).toHaveLength(10);
    expect(await health()).toMatchObject({ failuresInARow: 10 });
  });
});
