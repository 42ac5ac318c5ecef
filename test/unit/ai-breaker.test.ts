import { describe, expect, it } from "vitest";
import { isOpen, noteFailure, noteSuccess } from "../../src/ai/providers/breaker.ts";
import { vectorizeRest } from "../../src/ai/vectors/vectorize-rest.ts";

/** A provider of its own that has failed so often in a row, a second apart from zero on. */
function failing(times: number): string {
  const provider = crypto.randomUUID();
  for (let at = 0; at < times; at += 1) noteFailure(provider, at * 1_000);
  return provider;
}

describe("a provider", () => {
  it("is left alone from its fifth failure in a row on", () => {
    expect([isOpen(failing(4), 4_000), isOpen(failing(5), 4_000)]).toEqual([false, true]);
  });

  it("is asked again thirty seconds after the last of them, and left alone if that fails too", () => {
    const provider = failing(5);
    expect([isOpen(provider, 33_999), isOpen(provider, 34_000)]).toEqual([true, false]);
    noteFailure(provider, 34_000);
    expect([isOpen(provider, 63_999), isOpen(provider, 64_000)]).toEqual([true, false]);
  });

  it("begins anew with one success", () => {
    const provider = failing(5);
    noteSuccess(provider);
    noteFailure(provider, 5_000);
    expect(isOpen(provider, 5_000)).toBe(false);
  });
});

describe("an index of vectors whose answers cannot be read", () => {
  it("is left alone after five of them: headers alone are no success", async () => {
    let asked = 0;
    const fetch = async () => {
      asked += 1;
      return new Response("<html>");
    };
    const index = vectorizeRest(
      {} as Cloudflare.Env,
      { fetch, now: () => 0 },
      {
        name: crypto.randomUUID(),
        baseUrl: "https://x.example",
        accountId: "a",
        index: "i",
        keySecret: "K",
      },
    );
    for (let turn = 0; turn < 7; turn += 1) expect(await index.remove(["1"])).toBe(false);
    expect(asked).toBe(5);
  });
});
