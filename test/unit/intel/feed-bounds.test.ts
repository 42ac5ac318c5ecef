import { describe, expect, it } from "vitest";
import { askPublisher } from "../../../src/intel/refresh/ask-publisher.ts";
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
  it("is read up to its bound of bytes and refused one byte beyond", async () => {
    expect(await sizeOf(withinLimit(chunks("abc", "de"), 5))).toBe(5);
    const longer = sizeOf(withinLimit(chunks("abc", "def"), 5));
    await expect(longer).rejects.toMatchObject({ error: "body_too_large" });
  });

  it("is read up to its bound of keys, two for each URL, and refused beyond", async () => {
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
  ])("may list blocks wider than a threat's bound only as a veto: %s", async (line, rows) => {
    const build = (effect: "threat" | "veto") =>
      buildFromFeed({ format: "ip-list", effect }, chunks(`${line}\n`), { mailSecret: "" });
    expect((await build("threat")).rows).toBe(rows);
    expect((await build("veto")).rows).toBe(1);
  });

  it("may list a URL of 16,384 characters, and none longer", async () => {
    const longest = "https://a.example/".padEnd(16_384, "x");
    const build = (line: string) =>
      buildFromFeed({ format: "url-list", effect: "threat" }, chunks(`${line}\n`), {
        mailSecret: "",
      });
    expect(await build(longest)).toMatchObject({ rows: 1, badLines: 0 });
    expect(await build(`${longest}x`)).toMatchObject({ rows: 0, badLines: 1 });
  });
});

describe("asking a publisher", () => {
  const LOCAL = { ENVIRONMENT: "development", WEBHOOKS_ALLOW: "http://localhost:*" };

  /** The outcome of asking an address that redirects along the list. */
  async function led(first: string, steps: readonly string[], settings: object = {}) {
    const left = [...steps];
    const asked: string[] = [];
    const fetch = async (url: unknown, init?: RequestInit) => {
      expect(init?.redirect).toBe("manual");
      asked.push(String(url));
      const location = left.shift();
      if (location === undefined) return new Response("the feed");
      return new Response(null, { status: 302, headers: { location } });
    };
    const env = { ENVIRONMENT: "production", WEBHOOKS_ALLOW: "", ...settings };
    const answer = askPublisher(env as Cloudflare.Env, fetch, first, {});
    const text = await answer.then((one) => one.text()).catch((error: Error) => error.message);
    return [text, asked.length];
  }

  it.each([
    ["https://a.dev/x", [], ["the feed", 1]],
    ["http://a.dev/x", ["https://b.dev./y", "/z"], ["the feed", 3]],
    ["https://a.dev/x", ["http://b.dev/"], ["http://b.dev/", 1]],
    ["http://localhost:8787/", [], ["http://localhost:8787/", 0]],
    ["https://127.0.0.1/", [], ["https://127.0.0.1/", 0]],
    ["https://a.dev/", ["https://[::1]/"], ["https://[::1]/", 1]],
    ["https://a.dev/", ["https://b.dev/", "https://c.internal/"], ["https://c.internal/", 2]],
    ["https://a.dev/", ["file:///etc/passwd"], ["file:///etc/passwd", 1]],
    ["https://a.dev/", ["https://u:p@b.dev/"], ["https://u:p@b.dev/", 1]],
    ["https://a.dev/", ["https://"], ["https://", 1]],
    [
      "https://a.dev/",
      Array.from({ length: 9 }, () => "/on"),
      ["it redirects more than 5 times", 6],
    ],
  ])("gives the feed or the refused address: %s, then %j", async (first, steps, told) => {
    expect(await led(first, steps)).toEqual(told);
  });

  it("reaches loopback only in development and only if WEBHOOKS_ALLOW names the address", async () => {
    const local = "http://localhost:9000/list.txt";
    expect(await led(local, [], LOCAL)).toEqual(["the feed", 1]);
    expect(await led("https://a.dev/", [local], LOCAL)).toEqual(["the feed", 2]);
    const literal = "http://127.0.0.1:9000/";
    expect(await led(literal, [], LOCAL)).toEqual([literal, 0]);
    const deployed = { ...LOCAL, ENVIRONMENT: "production" };
    expect((await led(local, [], deployed))[1]).toBe(0);
  });
});
