import { describe, expect, it } from "vitest";
import { cleanOutput } from "../../src/ai/answer/check-output.ts";
import { complete } from "../../src/ai/providers/complete.ts";
import { readEvents } from "../../src/ai/providers/read-events.ts";
import type { ModelSettings } from "../../src/ai/providers/service-providers.ts";
import { streamCompletion } from "../../src/ai/providers/stream-completion.ts";

const MIB = 1024 * 1024;
const ENV = {} as Cloudflare.Env;
const CALL = { model: "m", traceparent: "", temperature: 0 };
const WHERE = { kind: "openai-compatible", baseUrl: "https://x.example" };

describe("a stream of valid events", () => {
  it("is given up if it does not end", async () => {
    const bytes = new TextEncoder().encode('data: {"choices":[]}\n\n'.repeat(2_000));
    let sent = 0;
    const pull = (body: ReadableStreamDefaultController<Uint8Array>) => {
      sent += bytes.length;
      if (sent > 40 * MIB) body.close();
      else body.enqueue(bytes);
    };
    const events = readEvents(new ReadableStream({ pull }), 1_000);
    const hear = async () => {
      while ((await events.next()).done !== true);
    };
    await expect(hear()).rejects.toThrow("a stream without an end");
    expect(sent).toBeLessThan(10 * MIB);
  });
});

it("a stream's line that is a field name alone is an empty line, and an event without data is skipped", async () => {
  const body = new Response("data\n\ndata: one\ndata\ndata:two\n\ndatum\n\ndata:\n\n").body;
  const heard: string[] = [];
  if (body !== null) for await (const data of readEvents(body, 1_000)) heard.push(data);
  expect(heard).toEqual(["one\n\ntwo"]);
});

describe("a model that reports odd facts about itself", () => {
  const settings = () => ({ ...WHERE, name: crypto.randomUUID() }) as ModelSettings;
  const call = { ...CALL, system: "", messages: [] };
  const said = (model: string) => ({
    model,
    choices: [
      { message: { content: "yes" }, delta: { content: "yes" }, finish_reason: "stop" as const },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
  });
  const askBoth = async (answer: object) => {
    const whole = { fetch: async () => Response.json(answer), now: () => 0 };
    const headers = { "content-type": "text/event-stream" };
    const events = `data: ${JSON.stringify(answer)}\n\ndata: [DONE]\n\n`;
    const streamed = { fetch: async () => new Response(events, { headers }), now: () => 0 };
    const parts = await streamCompletion(ENV, streamed, settings(), call);
    await parts?.next().catch(() => undefined);
    const end = await parts?.next().catch(() => undefined);
    return [await complete(ENV, whole, settings(), call), end?.value];
  };

  it.each(["M".repeat(300), "m<script>", "m\u202e", "m\n", "", "\ud800"])(
    "is named as it was asked for if the name it reports is invalid: %j",
    async (name) => {
      expect(await askBoth(said(name))).toMatchObject([{ model: "m" }, { model: "m" }]);
    },
  );

  it("is named as it reports if that name is valid", async () => {
    const name = "@cf/meta/llama-3.1:8b (2026)";
    expect(await askBoth(said(name))).toMatchObject([{ model: name }, { model: name }]);
  });

  it.each([
    [{ prompt_tokens: "12", completion_tokens: 3.2 }, 12, 4],
    [{ prompt_tokens: -1, completion_tokens: 3 }, undefined, 3],
    [{ prompt_tokens: 12, completion_tokens: "many" }, 12, undefined],
    [{ prompt_tokens: 9_007_199_254_740_991, completion_tokens: 3 }, undefined, 3],
    [{ prompt_tokens: 10_000_000, completion_tokens: 3 }, 10_000_000, 3],
    [{ completion_tokens: 3, total_tokens: 15 }, 12, 3],
    [{ prompt_tokens: 12, total_tokens: 15 }, 12, 3],
    [{ prompt_tokens: 12, completion_tokens: -2, total_tokens: 10 }, 12, undefined],
    [{ prompt_tokens: -2, completion_tokens: 12, total_tokens: 10 }, undefined, 12],
    [{ total_tokens: 15 }, undefined, undefined],
    [{ prompt_tokens: 12, completion_tokens: 3, prompt_tokens_details: 7 }, 12, 3],
  ])("still answers if it counts %j", async (counted, promptTokens, completionTokens) => {
    const used = expect.objectContaining({ promptTokens, completionTokens });
    expect(await askBoth({ ...said("m"), usage: counted })).toEqual([
      expect.objectContaining({ text: "yes", usage: used }),
      expect.objectContaining({ usage: used }),
    ]);
  });

  it.each([["12"], [[]], [12], [{}], [{ prompt_tokens: {}, completion_tokens: true }]])(
    "still answers if all that it counts is %j",
    async (counted) => {
      expect(await askBoth({ ...said("m"), usage: counted })).toMatchObject([
        { text: "yes", usage: undefined },
        { model: "m", usage: undefined },
      ]);
    },
  );

  it.each([{}, { prompt_tokens: null }, { prompt_tokens: -1, queue_time: 0.1 }])(
    "keeps what a stream counted if a later part counts nothing: %j",
    async (usage) => {
      const counted = { ...said("m"), usage: { prompt_tokens: 12, completion_tokens: 3 } };
      const events = [counted, { model: "m", choices: [], usage }].map(
        (one) => `data: ${JSON.stringify(one)}\n\n`,
      );
      const headers = { "content-type": "text/event-stream" };
      const fetch = async () => new Response(`${events.join("")}data: [DONE]\n\n`, { headers });
      const parts = await streamCompletion(ENV, { fetch, now: () => 0 }, settings(), call);
      await parts?.next();
      expect((await parts?.next())?.value).toMatchObject({
        usage: { promptTokens: 12, completionTokens: 3 },
      });
    },
  );
});

it("half of a surrogate pair, which strict JSON readers refuse, is removed from an answer", () => {
  expect(cleanOutput("A\ud800B\udc00C \u{1f600}\ud83d", []).answer).toBe("ABC \u{1f600}");
});
