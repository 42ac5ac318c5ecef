import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { MAX_FEED_KEYS } from "../../../src/intel/refresh/limits.ts";
import { MAX_RESIDENT_BYTES } from "../../../src/intel/refresh/publish.ts";
import { aligned, FORMAT, MAGIC, PREAMBLE_BYTES } from "../../../src/intel/segments/layout.ts";
import { readManifest } from "../../../src/intel/segments/manifest.ts";
import { crc32 } from "../../../src/platform/index.ts";
import { anotherIsolate, aSource, upload } from "../../support/intel.ts";
import { anOperator } from "../../support/people.ts";

/** A segment without a table whose header asks for so many resident bytes. */
function roomy(source: string, residentBytes: number): Uint8Array<ArrayBuffer> {
  const about = { format: FORMAT, source, createdAt: 0, rows: 1, retained: 0 };
  const header = JSON.stringify({ ...about, residentBytes, traits: [], tables: [] });
  const text = new TextEncoder().encode(header);
  const bytes = new Uint8Array(aligned(PREAMBLE_BYTES + text.length) + residentBytes);
  const view = new DataView(bytes.buffer);
  for (const [at, word] of [MAGIC, FORMAT, text.length, crc32(text)].entries()) {
    view.setUint32(at * 4, word, true);
  }
  bytes.set(text, PREAMBLE_BYTES);
  return bytes;
}

describe("a feed or segment beyond an isolate's 128 MB", () => {
  it("PUT .../feed is 413 for more keys than an isolate can sort; the live feed stays", async () => {
    const source = await aSource({ format: "ip-list", kind: "ip" });
    expect((await upload(source, "198.51.90.1\n")).status).toBe(200);
    const address = (at: number) => `11.${at >>> 16}.${(at >>> 8) & 255}.${at & 255}\n`;
    const many = (rows: number) => Array.from({ length: rows }, (_, at) => address(at)).join("");
    const answer = await upload(source, many(MAX_FEED_KEYS + 1));
    expect(answer.status).toBe(413);
    const { error, message } = await answer.json<{ error: string; message: string }>();
    expect([error, message]).toEqual(["feed_too_large", expect.stringContaining("intel build")]);
    const { manifest } = await readManifest(env.OBJECTS);
    expect(manifest.entries.find((entry) => entry.source.id === source)?.rows).toBe(1);
  });

  it("PUT .../segment is 422 for a segment that no isolate can hold, without reading or keeping all of it", async () => {
    const source = await aSource();
    const segment = roomy(source, MAX_RESIDENT_BYTES + 8);
    let mostRead = 0;
    const get = (async (file: string, options?: R2GetOptions) => {
      const { length = 0 } = (options?.range ?? {}) as { length?: number };
      mostRead = Math.max(mostRead, length);
      return env.OBJECTS.get(file, options);
    }) as R2Bucket["get"];
    const answer = await anotherIsolate({}, { get }).request(
      `/admin/intel/sources/${source}/segment`,
      {
        method: "PUT",
        headers: {
          authorization: `Bearer ${await anOperator()}`,
          "content-length": String(segment.length),
        },
        body: segment,
      },
    );
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ error: "no_room" });
    expect(mostRead).toBeLessThan(MAX_RESIDENT_BYTES);
    const { objects } = await env.OBJECTS.list({ prefix: `intel/segments/${source}/` });
    expect(objects).toEqual([]);
  });
});
