import { describe, expect, it } from "vitest";
import { withinLimit } from "../../../src/intel/refresh/limits.ts";
import { buildFromFeed } from "../../../src/intel/refresh/build-from-feed.ts";

async function* chunks(...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
}

async function sizeOf(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of bytes) size += chunk.byteLength;
  return size;
}

describe("a feed", () => {
  it("may be as long as its bound, and not a byte longer", async () => {
    expect(await sizeOf(withinLimit(chunks("abc", "de"), 5))).toBe(5);
    const longer = sizeOf(withinLimit(chunks("abc", "def"), 5));
    await expect(longer).rejects.toMatchObject({ error: "body_too_large" });
  });

  it("may have as many keys as its bound, two for each address of a page, and not one more", async () => {
    const build = (mostKeys: number, ...lines: string[]) =>
      buildFromFeed({ format: "url-list", effect: "threat" }, chunks(`${lines.join("\n")}\n`), {
        mailSecret: "",
        mostKeys,
      });
    const [one, two] = ["https://a.example/x", "https://b.example/y"];
    expect((await build(4, one, two)).rows).toBe(2);
    await expect(build(3, one, two)).rejects.toMatchObject({ error: "feed_too_large" });
  });

  it.each([
    ["10.0.0.0/8", 1],
    ["10.0.0.0-11.0.0.0", 0],
    ["10.0.0.0/7", 0],
    ["2a00::/16", 1],
    ["2a00::/15", 0],
  ])("may not cover more of all addresses by one line than threats do: %s", async (line, rows) => {
    const build = (effect: "threat" | "veto") =>
      buildFromFeed({ format: "ip-list", effect }, chunks(`${line}\n`), { mailSecret: "" });
    expect((await build("threat")).rows).toBe(rows);
    expect((await build("veto")).rows).toBe(1);
  });

  it("may list an address of 16,384 characters, and none that is longer", async () => {
    const longest = "https://a.example/".padEnd(16_384, "x");
    const build = (line: string) =>
      buildFromFeed({ format: "url-list", effect: "threat" }, chunks(`${line}\n`), {
        mailSecret: "",
      });
    expect(await build(longest)).toMatchObject({ rows: 1, badLines: 0 });
    expect(await build(`${longest}x`)).toMatchObject({ rows: 0, badLines: 1 });
  });
});
