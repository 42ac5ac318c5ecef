import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { refreshSources } from "../../../src/intel/jobs.ts";
import type { ShownSource } from "../../../src/intel/source-schemas.ts";
import { putSource } from "../../../src/intel/store.ts";
import { database, livePlatform } from "../../../src/platform/index.ts";
import { call } from "../../support/call.ts";
import { anotherIsolate, aSource, upload } from "../../support/intel.ts";
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

async function shown(id: string): Promise<ShownSource | undefined> {
  const answer = await call("GET", "/admin/intel/sources", { as: await anOperator() });
  const { items } = await answer.json<{ items: ShownSource[] }>();
  return items.find((one) => one.id === id);
}

it("a source shows which lines its refused feed was refused for, and why", async () => {
  const source = await aSource();
  const refused = await upload(source, "# ours\nno domain\n\n1.2.3.4\n*\n5.6.7.8\n!\n");
  expect(await refused.json()).toMatchObject({ error: "feed_empty" });
  const { status, lastError } = (await shown(source)) ?? {};
  expect(status).toBe("failed");
  expect(lastError).toBe(
    "The feed has no usable line. Line 2: The value is no domain. Line 4: The value is no domain. Line 5: The value is no domain.",
  );
});

it("a source shows the first 500 characters of a long reason", async () => {
  const address = "https://feeds.rampart.dev/leads-away.txt";
  const source = await aSource({ refresh: true, intervalSeconds: 300, address });
  const location = `http://127.0.0.1/${"a".repeat(600)}`;
  const fetch = async () => new Response(null, { status: 302, headers: { location } });
  await refreshSources(env, { ...livePlatform, log: () => undefined, fetch });
  const { lastError = "" } = (await shown(source)) ?? {};
  expect([lastError.length, lastError.slice(0, 42)]).toEqual([
    500,
    "The source leads where no feed is fetched,",
  ]);
  await putSource(database(env), source, { refresh: false });
});

it("a 304 to a request without conditions is a failure: nothing was ever loaded", async () => {
  const address = "https://feeds.rampart.dev/always-304.txt";
  const source = await aSource({ refresh: true, intervalSeconds: 300, address });
  const fetch = async () => new Response(null, { status: 304 });
  await refreshSources(env, { ...livePlatform, log: () => undefined, fetch });
  const { status, lastError } = (await shown(source)) ?? {};
  expect({ status, lastError }).toEqual({
    status: "failed",
    lastError: "The source answered 304 to a request without conditions.",
  });
  await putSource(database(env), source, { refresh: false });
});
