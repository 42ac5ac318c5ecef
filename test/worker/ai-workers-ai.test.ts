import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { complete } from "../../src/ai/providers/complete.ts";
import type { ModelSettings } from "../../src/ai/providers/service-providers.ts";
import { streamCompletion } from "../../src/ai/providers/stream-completion.ts";
import { askRagAnswer } from "../../src/ai/answer/answers.ts";
import * as voiceAnswers from "../../src/ai/voice/answers.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { aMember, aTenant } from "../support/people.ts";
import { aWorkersAi } from "../support/workers-ai.ts";

const FACT = "Teresa Almeida leads the network team in Porto.";
const QUERY = "Who leads the network team in Porto?";
const GOOD = "The network team in Porto is led by Teresa Almeida [1].";
const WAV = btoa("RIFF\u0000\u0000\u0000\u0000WAVEfmt ");

async function aUser() {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const body = { tenantId, title: "People", source: "wiki", text: FACT };
  await call("POST", "/ai/documents", { as, body });
  return { tenantId, as };
}

function withBinding(says: (string | Error)[], bound = true) {
  const { asked, binding } = aWorkersAi(...says);
  const name = `workers-${crypto.randomUUID()}`;
  const settings = { kind: "workers-ai", name, models: ["@cf/test/chat"], speech: true };
  const AI_PROVIDERS = JSON.stringify([settings]);
  const { request } = anApp({}, bound ? { AI_PROVIDERS, AI: binding } : { AI_PROVIDERS });
  const ask = (method: string, path: string, as: string, body?: object, headers = {}) =>
    request(path, {
      method,
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { ask, asked, name };
}

describe("a model of Workers AI", () => {
  const workersAi: ModelSettings = {
    kind: "workers-ai",
    name: "workers-json",
    models: ["@cf/test/chat"],
    speech: false,
  };
  const outside = { fetch, now: Date.now, note: () => undefined };
  const asking = {
    system: "s",
    messages: [{ role: "user" as const, content: "q" }],
    model: "@cf/test/chat",
    temperature: undefined,
    traceparent: "",
  };

  it.each(['{"answer":"Teresa Almeida [1]","sources":[1]}', "[1,2]", "[]", "true", "7"])(
    "gives an answer that is JSON as its text: %s",
    async (said) => {
      const AI = aWorkersAi(said).binding;
      const found = await complete({ ...env, AI }, outside, workersAi, asking);
      expect(found).toMatchObject({ text: said, usage: { totalTokens: 89 } });
    },
  );

  it("goes on with a stream in which one token is JSON", async () => {
    const AI = aWorkersAi("It is true 7 times").binding;
    const parts = await streamCompletion({ ...env, AI }, outside, workersAi, asking);
    const said: string[] = [];
    for await (const text of parts ?? []) said.push(text);
    expect(said.join("")).toBe("It is true 7 times");
  });

  it("is called once for a request that it refuses, and still called after five refusals", async () => {
    const tooLong = Array.from({ length: 5 }, () => new Error("3006: Request is too large"));
    const { asked, binding: AI } = aWorkersAi(...tooLong, GOOD);
    const named = { ...workersAi, name: "workers-refuses" };
    for (const _one of tooLong)
      expect(await complete({ ...env, AI }, outside, named, asking)).toBeUndefined();
    expect(asked).toHaveLength(5);
    expect(await complete({ ...env, AI }, outside, named, asking)).toMatchObject({ text: GOOD });
  });

  it("is aborted by the caller's signal if its answer stops after the headers", async () => {
    const gone = new AbortController();
    let ended = false;
    const AI = {
      ...aWorkersAi().binding,
      run: async (
        _model: string,
        _input: object,
        { signal }: { signal?: AbortSignal | undefined },
      ) => {
        const pull = (body: ReadableStreamDefaultController) => {
          gone.abort();
          ended = signal?.aborted === true;
          body.error(new Error("left"));
        };
        return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
      },
    };
    const call = { ...asking, signal: gone.signal };
    expect(await complete({ ...env, AI }, outside, workersAi, call)).toBeUndefined();
    expect(ended).toBe(true);
  });

  it("has given no answer if its response is null", async () => {
    const run = async () => ({ response: null, tool_calls: [] });
    const AI = { ...aWorkersAi().binding, run };
    expect(await complete({ ...env, AI }, outside, workersAi, asking)).toBeUndefined();
  });
});

describe("POST /ai/ask-rag with Workers AI", () => {
  it("200 with the model's answer", async () => {
    const { tenantId, as } = await aUser();
    const { ask, asked, name } = withBinding([GOOD]);
    const answer = await ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY, temperature: 0 });
    const body = askRagAnswer.parse(await answer.json());
    expect(body).toMatchObject({
      answer: GOOD,
      modelUsage: { model: "@cf/test/chat", totalTokens: 89 },
    });
    expect(answer.headers.get("x-ai-provider")).toBe(name);
    expect(asked).toHaveLength(1);
  });

  it("200 as a stream", async () => {
    const { tenantId, as } = await aUser();
    const { ask } = withBinding([`${GOOD} Teresa Almeida leads it [1].`]);
    const headers = { accept: "text/event-stream" };
    const body = { tenantId, query: QUERY };
    const text = await (await ask("POST", "/ai/ask-rag", as, body, headers)).text();
    expect(text.match(/^event: delta$/gm)).toHaveLength(2);
    expect(text).toContain('"totalTokens":89');
  });

  it("200 after one busy try, and with the documents' own words if the model stays busy", async () => {
    const { tenantId, as } = await aUser();
    const busy = new Error("3040: Capacity temporarily exceeded");
    const once = withBinding([busy, GOOD]);
    const body = { tenantId, query: QUERY };
    expect(await (await once.ask("POST", "/ai/ask-rag", as, body)).json()).toMatchObject({
      answer: GOOD,
    });
    const always = withBinding([busy]);
    const answer = await always.ask("POST", "/ai/ask-rag", as, body);
    expect(answer.headers.get("x-ai-degraded")).toBe("llm_unavailable");
    expect(await answer.json()).toMatchObject({ answer: `${FACT} [1]` });
    expect(always.asked).toHaveLength(3);
  });

  it("200 with the documents' own words if Workers AI is not bound", async () => {
    const { tenantId, as } = await aUser();
    const { ask, asked } = withBinding([GOOD], false);
    const answer = await ask("POST", "/ai/ask-rag", as, { tenantId, query: QUERY });
    expect(answer.headers.get("x-ai-provider")).toBe("embedded");
    expect(asked).toEqual([]);
  });
});

describe("voice with Workers AI", () => {
  it("GET /ai/voice/capability: 200 and ready", async () => {
    const { tenantId, as } = await aUser();
    const { ask } = withBinding([]);
    const answer = await ask("GET", `/ai/voice/capability?tenantId=${tenantId}`, as);
    const body = voiceAnswers.capability.parse(await answer.json());
    expect(body).toMatchObject({
      ready: true,
      tts: { provider: "workers-ai" },
      streaming: { ready: true, provider: "self", tokenTtlSeconds: 60 },
    });
  });

  it("POST /ai/voice/synthesize: 200 in the language of the text", async () => {
    const { tenantId, as } = await aUser();
    const { ask, asked } = withBinding(["sound"]);
    const order = { tenantId, text: "Hola, ¿qué tal estás?" };
    const body = voiceAnswers.synthesized.parse(
      await (await ask("POST", "/ai/voice/synthesize", as, order)).json(),
    );
    expect(atob(body.audioBase64)).toBe("sound");
    expect(asked[0]?.input).toEqual({ prompt: order.text, lang: "es" });
  });

  it("POST /ai/voice/transcribe: 200, empty when nobody speaks", async () => {
    const { tenantId, as } = await aUser();
    const order = { tenantId, audioBase64: WAV, language: "es-ES" };
    const { ask, asked } = withBinding([" Hola. ", "", "Hello."]);
    const heard = await ask("POST", "/ai/voice/transcribe", as, order);
    expect(voiceAnswers.transcribed.parse(await heard.json())).toMatchObject({
      text: "Hola.",
      durationMs: 1_500,
      provider: "workers-ai",
    });
    expect(asked[0]?.input).toEqual({ audio: WAV, language: "es" });
    const silence = await ask("POST", "/ai/voice/transcribe", as, order);
    expect(await silence.json()).toMatchObject({ text: "", segments: [] });
    // Without a language in the request the model detects it.
    const { language: _named, ...unnamed } = order;
    const found = await ask("POST", "/ai/voice/transcribe", as, unnamed);
    expect(await found.json()).toMatchObject({ text: "Hello.", language: "en" });
    expect(asked[2]?.input).toEqual({ audio: WAV });
  });

  it("503 if Workers AI is not bound or fails", async () => {
    const { tenantId, as } = await aUser();
    const order = { tenantId, text: "Hello there" };
    const unbound = withBinding([], false);
    const none = await unbound.ask("POST", "/ai/voice/synthesize", as, order);
    expect(await none.json()).toMatchObject({ error: "voice_not_configured", statusCode: 503 });
    const failing = withBinding([new Error("3043: Internal server error")]);
    const failed = await failing.ask("POST", "/ai/voice/synthesize", as, order);
    expect(await failed.json()).toMatchObject({ error: "voice_unavailable", statusCode: 503 });
  });
});
