import { expect, it } from "vitest";
import { anotherIsolate, aSource } from "../../support/intel.ts";
import { anOperator } from "../../support/people.ts";

const CHUNKS = 50;

/** A body in pieces that records how far it was read and whether it was cancelled. */
function aBody(piece: string) {
  const read = { pieces: 0, isWhole: false, isBrokenOff: false };
  const bytes = new TextEncoder().encode(piece);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      read.isWhole = read.pieces === CHUNKS;
      if (read.isWhole) return controller.close();
      read.pieces += 1;
      controller.enqueue(bytes);
    },
    cancel() {
      read.isBrokenOff = true;
    },
  });
  return { body, read };
}

it("a feed refused by its first bytes is read to its end before the 422 is sent", async () => {
  const source = await aSource();
  const { body, read } = aBody(`["${"x".repeat(64 * 1024)}",`);
  const headers = { authorization: `Bearer ${await anOperator()}` };
  const path = `/admin/intel/sources/${source}/feed`;
  const answer = await anotherIsolate().request(path, { method: "PUT", headers, body });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ error: "feed_other_format" });
  expect(read).toEqual({ pieces: CHUNKS, isWhole: true, isBrokenOff: false });
});
