import { describe, expect, it } from "vitest";
import type { Outside } from "../../src/ai/providers/call-provider.ts";
import { complete } from "../../src/ai/providers/complete.ts";
import { embed } from "../../src/ai/providers/embed.ts";
import type { ModelSettings } from "../../src/ai/providers/service-providers.ts";
import { streamCompletion } from "../../src/ai/providers/stream-completion.ts";
import { isOpen, noteFailure, noteSuccess } from "../../src/ai/providers/breaker.ts";
import { vectorizeBinding } from "../../src/ai/vectors/vectorize-binding.ts";
import { vectorizeRest } from "../../src/ai/vectors/vectorize-rest.ts";

/** A new provider that has failed that many times in a row, a second apart, the first time at zero. */
function failing(times: number): string {
  const provider = crypto.randomUUID();
  for (let at = 0; at < times; at += 1) noteFailure(provider, at * 1_000);
  return provider;
}

describe("the breaker of a provider", () => {
  it("opens with the fifth failure in a row", () => {
    expect([isOpen(failing(4), 4_000), isOpen(failing(5), 4_000)]).toEqual([false, true]);
  });

  it("closes thirty seconds after the last failure, and opens again if the next call fails too", () => {
    const provider = failing(5);
    expect([isOpen(provider, 33_999), isOpen(provider, 34_000)]).toEqual([true, false]);
    noteFailure(provider, 34_000);
    expect([isOpen(provider, 63_999), isOpen(provider, 64_000)]).toEqual([true, false]);
  });

  it("counts failures from zero after one success", () => {
    const provider = failing(5);
    noteSuccess(provider);
    noteFailure(provider, 5_000);
    expect(isOpen(provider, 5_000)).toBe(false);
  });
});

const ENV = {} as Cloudflare.Env;
const WHERE = { baseUrl: "https://x.example", keySecret: "K" };
const CALL = { model: "m", traceparent: "", temperature: 0 };

/** How many of seven calls, made in this way, reach the provider. */
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
  "a chat model": async (outside: Outside, name: string, signal: AbortSignal) =>
    complete(ENV, outside, { ...WHERE, kind: "openai-compatible", name } as ModelSettings, {
      ...CALL,
      system: "",
      messages: [],
      signal,
    }),
  "an embedding model": async (outside: Outside, name: string, signal: AbortSignal) =>
    embed(ENV, outside, { ...WHERE, kind: "openai-compatible", name } as ModelSettings, {
      ...CALL,
      texts: ["a"],
      dimensions: 2,
      askDimensions: false,
      signal,
    }),
  "a vector index over HTTP": async (outside: Outside, name: string, signal: AbortSignal) =>
    vectorizeRest(ENV, outside, { ...WHERE, name, accountId: "a", index: "i" }).query({
      vector: [1, 0],
      namespace: "t",
      most: 1,
      signal,
    }),
};

describe.each(Object.entries(ASKERS))("%s", (_name, ask) => {
  it.each(["<html>", "{}", '{"data":[{"index":0,"embedding":[1]}]}'])(
    "is not called after five answers of %s: headers alone are no success",
    async (text) => {
      expect(await countAsked(ask, () => new Response(text))).toBe(5);
    },
  );

  it("counts no failure if the caller aborts while the answer arrives", async () => {
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

describe("a model asked for a stream", () => {
  it("fails without throwing if it answers with an HTML page that breaks off", async () => {
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

  it("reports its usage, even if the usage comes alone in an event after the last text", async () => {
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

describe("a vector index over a binding", () => {
  it("is not called after five unreadable answers, like one over HTTP", async () => {
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

  it("succeeds in a write whose answer holds only a mutation id", async () => {
    const answer = async () => ({ mutationId: "1" });
    const binding = { query: answer, upsert: answer, deleteByIds: answer };
    const outside = { fetch: globalThis.fetch, now: () => 0 };
    const index = vectorizeBinding(binding, outside, crypto.randomUUID());
    expect([await index.upsert([]), await index.remove(["1"])]).toEqual([true, true]);
  });
});
