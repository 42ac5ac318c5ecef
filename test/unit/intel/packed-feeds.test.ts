import { gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { buildFromFeed } from "../../../src/intel/refresh/build-from-feed.ts";

const LIST = Array.from({ length: 500 }, (_, at) => `bad${at}.example.com\n`).join("");
const MOST_BYTES = 100_000;

async function* inPieces(bytes: Uint8Array, size: number, broken?: Error) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  if (broken !== undefined) throw broken;
}

const build = (bytes: AsyncIterable<Uint8Array>) =>
  buildFromFeed({ format: "domain-list", effect: "threat" }, bytes, {
    mailSecret: "",
    mostBytes: MOST_BYTES,
  });

describe("a packed feed", () => {
  it.each([1, 5, 7, 100_000])("in gzip is unpacked and read, in pieces of %i", async (size) => {
    const built = await build(inPieces(gzipSync(LIST), size));
    expect(built).toMatchObject({ rows: 500, badLines: 0, trouble: undefined });
  });

  it.each([1, 5, 7, 100_000])("in gzip of several members too, in pieces of %i", async (size) => {
    const members = ["", LIST, "# more\n", LIST].map((one) => gzipSync(one));
    const built = await build(inPieces(Buffer.concat(members), size));
    expect(built).toMatchObject({ rows: 1_000, badLines: 0, trouble: undefined });
  });

  it("in gzip is read to the end of the last member: zeros that fill a tape say nothing", async () => {
    const built = await build(inPieces(Buffer.concat([gzipSync(LIST), Buffer.alloc(512)]), 64));
    expect(built).toMatchObject({ rows: 500, badLines: 0, trouble: undefined });
  });

  it.each<[string, Uint8Array, string]>([
    [
      "a second member that is cut",
      Buffer.concat([gzipSync(LIST), gzipSync(LIST).subarray(0, -20)]),
      "The file is packed with gzip, and damaged.",
    ],
    ["cut gzip", gzipSync(LIST).subarray(0, -20), "The file is packed with gzip, and damaged."],
    ["damaged gzip", damaged(gzipSync(LIST)), "The file is packed with gzip, and damaged."],
    ["zstd", zstdCompressSync(LIST), "The file is packed with zstd: unpack it first."],
    ["ZIP", text("PK\u0003\u0004 and so on"), "The file is a ZIP archive: unpack it first."],
    [
      "bzip2",
      text("BZh91AY&SY"),
      "The file is packed with bzip2: unpack it first, or pack it with gzip.",
    ],
    ["UTF-16", Buffer.from(`\uFEFF${LIST}`, "utf16le"), "The file is in UTF-16: save it in UTF-8."],
  ])("is refused as damaged, with the reason: %s", async (_what, bytes, message) => {
    const { trouble } = await build(inPieces(bytes, 64));
    expect(trouble).toEqual({ error: "feed_damaged", message });
  });

  it("is refused if it unpacks to more than a feed's bound", async () => {
    const bomb = gzipSync("\n".repeat(MOST_BYTES + 1));
    expect(bomb.length).toBeLessThan(1_000);
    await expect(build(inPieces(bomb, 64))).rejects.toMatchObject({ error: "body_too_large" });
  });

  it("that breaks off fails with the error that broke it off", async () => {
    const broken = new Error("the line is down");
    const half = gzipSync(LIST).subarray(0, 200);
    await expect(build(inPieces(half, 64, broken))).rejects.toBe(broken);
  });
});

function text(written: string): Uint8Array {
  return new TextEncoder().encode(written);
}

function damaged(bytes: Uint8Array): Uint8Array {
  const other = Uint8Array.from(bytes);
  other.set([255, 255, 255], 40);
  return other;
}
