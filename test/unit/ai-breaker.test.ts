import { describe, expect, it } from "vitest";
import type { Outside } from "../../src/ai/providers/call-provider.ts";
import { complete } from "../../src/ai/providers/complete.ts";
import { embed } from "../../src/ai/providers/embed.ts";
import type { ModelSettings } from "../../src/ai/providers/service-providers.ts";
import { streamCompletion } from "../../src/ai/providers/stream-completion.ts";
import { isOpen, noteFailure, noteSuccess } from "../../src/ai/providers/breaker.ts";
import { vectorizeBinding } from "../../src/ai/vectors/vectorize-binding.ts";
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

const ENV = {} as Cloudflare.Env;
const WHERE = { baseUrl: "https://x.example", keySecret: "K" };
const CALL = { model: "m", traceparent: "", temperature: 0 };

/** How often a provider that is asked seven times in this way hears of it. */
async function countAsked(
  ask: (outside: Outside, name: string, signal: AbortSignal) => Promise<unknown>,
  answer: (gone: AbortController) => Response,
) {
  let asked = 0;
  const name = crypto.randomUUID();
  for (let turn = 0; turn < 7; turn += 1) {
    const gone = new AbortController();
    const fetch = async () => {
      asked += 1;
      return answer(gone);
    };
    expect(await ask({ fetch, now: () => 0 }, name, gone.signal)).toBeUndefined();
  }
  return asked;
}

const ASKERS = {
  "a model": async (outside: Outside, name: string, signal: AbortSignal) =>
    complete(ENV, outside, { ...WHERE, kind: "openai-compatible", name } as ModelSettings, {
      ...CALL,
      system: "",
      messages: [],
      signal,
    }),
  "a model of vectors": async (outside: Outside, name: string, signal: AbortSignal) =>
    embed(ENV, outside, { ...WHERE, kind: "openai-compatible", name } as ModelSettings, {
      ...CALL,
      texts: ["a"],
      dimensions: 2,
      askDimensions: false,
      signal,
    }),
  "an index of vectors": async (outside: Outside, name: string, signal: AbortSignal) =>
    vectorizeRest(ENV, outside, { ...WHERE, name, accountId: "a", index: "i" }).query({
      vector: [1, 0],
      namespace: "t",
      most: 1,
      signal,
    }),
};

describe.each(Object.entries(ASKERS))("%s", (_name, ask) => {
  it.each(["<html>", "{}", '{"data":[{"index":0,"embedding":[1]}]}'])(
    "whose answers are %s is left alone after five: headers alone are no success",
    async (text) => {
      expect(await countAsked(ask, () => new Response(text))).toBe(5);
    },
  );

  it("has not failed where whoever asked went while its answer came", async () => {
    const unfinished = (gone: AbortController) => {
      const pull = (controller: ReadableStreamDefaultController) => {
        gone.abort();
        controller.error(gone.signal.reason);
      };
      return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
    };
    expect(await countAsked(ask, unfinished)).toBe(7);
  });
});

describe("a model that is asked for a stream", () => {
  it("has failed, and nothing is thrown, where a page that is none breaks off", async () => {
    const broken = () => new ReadableStream({ start: (body) => body.error(new Error("lost")) });
    const page = () => new Response(broken(), { headers: { "content-type": "text/html" } });
    const ask = async (outside: Outside, name: string, signal: AbortSignal) =>
      streamCompletion(
        ENV,
        outside,
        { ...WHERE, kind: "openai-compatible", name } as ModelSettings,
        {
          ...CALL,
          system: "",
          messages: [],
          signal,
        },
      );
    expect(await countAsked(ask, page)).toBe(5);
  });

  it("is told what it took, also where that stands alone behind the end", async () => {
    const usage = { prompt_tokens: 7, completion_tokens: 2 };
    const lines = [
      { model: "m-1", choices: [{ delta: { content: "yes" }, finish_reason: "stop" }] },
      { model: "m-1", usage },
    ].map((line) => `data: ${JSON.stringify(line)}\n\n`);
    const fetch = async () =>
      new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
    const settings = { ...WHERE, kind: "openai-compatible", name: "alone" } as ModelSettings;
    const call = { ...CALL, system: "", messages: [] };
    const parts = await streamCompletion(ENV, { fetch, now: () => 0 }, settings, call);
    expect(await parts?.next()).toMatchObject({ value: "yes" });
    expect(await parts?.next()).toMatchObject({
      done: true,
      value: { model: "m-1", usage: { promptTokens: 7, completionTokens: 2 } },
    });
  });
});

describe("an index of vectors that is bound", () => {
  it("is left alone after five answers that cannot be read, as one over HTTP", async () => {
    let asked = 0;
    const answer = async () => ({ asked: (asked += 1) });
    const binding = { query: answer, upsert: answer, deleteByIds: answer };
    const outside = { fetch: globalThis.fetch, now: () => 0 };
    const index = vectorizeBinding(binding, outside, crypto.randomUUID());
    for (let turn = 0; turn < 7; turn += 1) {
      expect(await index.query({ vector: [1, 0], namespace: "t", most: 1 })).toBeUndefined();
    }
    expect(asked).toBe(5);
  });

  it("may say what it wants of a write", async () => {
    const answer = async () => ({ mutationId: "1" });
    const binding = { query: answer, upsert: answer, deleteByIds: answer };
    const outside = { fetch: globalThis.fetch, now: () => 0 };
    const index = vectorizeBinding(binding, outside, crypto.randomUUID());
    expect([await index.upsert([]), await index.remove(["1"])]).toEqual([true, true]);
  });
});
