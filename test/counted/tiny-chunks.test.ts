import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { Call } from "../../src/http/call.ts";
import { readBytes } from "../../src/http/index.ts";
import type { Rampart } from "../../src/platform/index.ts";

/** The memory that the platform takes for a chunk, however little of it has come. */
const BEHIND_A_CHUNK = 4_096;
const CHUNKS = 20_000;
const MOST_HELD = 8 * 1024 * 1024;
const LOOKS = 10;
const LOOK_MS = 10;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/**
 * What is collected is given back a little later, by another thread: the least of several looks, or
 * the first that is little enough.
 */
async function leastHeld(enough = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < LOOKS && least >= enough; look += 1) {
    collectGarbage();
    await setTimeout(LOOK_MS);
    least = Math.min(least, process.memoryUsage().arrayBuffers);
  }
  return least;
}

describe("a body that comes byte by byte", () => {
  it("takes less than 8 MiB of memory while it comes in 20,000 chunks", async () => {
    let sent = 0;
    let held = 0;
    const before = await leastHeld();
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        if (sent === CHUNKS) {
          held = (await leastHeld(before + MOST_HELD)) - before;
          return controller.close();
        }
        const chunk = new Uint8Array(BEHIND_A_CHUNK).subarray(0, 1);
        chunk[0] = sent % 251;
        sent += 1;
        controller.enqueue(chunk);
      },
    });
    const app = new Hono<Rampart>();
    app.post("/", async (c) => {
      c.set("call", new Call(c.req.raw.headers));
      return c.body((await readBytes(c, CHUNKS)).slice());
    });
    const init = { method: "POST", body, duplex: "half" };
    const answer = await app.request("/", init);
    const read = new Uint8Array(await answer.arrayBuffer());
    expect(read).toEqual(Uint8Array.from({ length: CHUNKS }, (_, at) => at % 251));
    expect(held).toBeLessThan(MOST_HELD);
  });
});
