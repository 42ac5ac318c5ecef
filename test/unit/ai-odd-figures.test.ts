import { describe, expect, it } from "vitest";
import { embed } from "../../src/ai/providers/embed.ts";
import { isOpen } from "../../src/ai/providers/breaker.ts";
import type { ModelSettings } from "../../src/ai/providers/service-providers.ts";
import { azureSpeech } from "../../src/ai/voice/azure-speech.ts";
import { deepgram } from "../../src/ai/voice/deepgram.ts";
import { workersSpeech } from "../../src/ai/voice/workers-speech.ts";

const AUDIO = new Uint8Array([1]);
const HUGE = 1e300;

const saying = (answer: unknown) => ({
  fetch: async () => (answer instanceof Response ? answer.clone() : Response.json(answer)),
  now: () => 0,
});
const at = () => ({ key: "k", breaker: crypto.randomUUID() });

const azure = (answer: unknown) => azureSpeech("w", at(), saying(answer));
const gram = (answer: unknown) => deepgram(at(), saying(answer));

describe("a transcript whose duration no recording can have", () => {
  it.each([-1, HUGE])("is rejected: %d seconds", async (seconds) => {
    const heard = { RecognitionStatus: "Success", DisplayText: "Hi.", Duration: seconds };
    expect(await azure(heard).transcribe(AUDIO, "audio/wav", "en-US")).toBeUndefined();
    const alternatives = [{ transcript: "Hi.", confidence: 1 }];
    const said = { metadata: { duration: seconds }, results: { channels: [{ alternatives }] } };
    expect(await gram(said).transcribe(AUDIO, "audio/wav", "en")).toBeUndefined();
    const outside = saying({ text: "Hi.", transcription_info: { duration: seconds } });
    const run = async () => (await outside.fetch()).json();
    const whisper = workersSpeech({ name: crypto.randomUUID() } as never, { run }, outside);
    expect(await whisper.transcribe(AUDIO, "audio/wav", "en")).toBeUndefined();
  });
});

it("a transcript without a detected language is accepted", async () => {
  const alternatives = [{ transcript: "Hi.", confidence: 1 }];
  const channels = [{ alternatives, detected_language: null }];
  const said = { metadata: { duration: 1 }, results: { channels } };
  const outside = saying({ text: "Hi.", transcription_info: { language: null } });
  const run = async () => (await outside.fetch()).json();
  const whisper = workersSpeech({ name: crypto.randomUUID() } as never, { run }, outside);
  for (const speech of [gram(said), whisper]) {
    expect(await speech.transcribe(AUDIO, "audio/wav")).toMatchObject({ text: "Hi." });
  }
});

describe("a token for a browser", () => {
  it.each([-1, 0, HUGE])("is rejected if it is valid for %d seconds", async (expires_in) => {
    expect(await gram({ access_token: "t", expires_in }).token?.()).toBeUndefined();
  });

  it.each(["", "<html></html>", "two words", '{"token":1}'])(
    "is rejected if the answer is %j",
    async (text) => {
      expect(await azure(new Response(text)).token?.()).toBeUndefined();
      expect(await gram({ access_token: text, expires_in: 60 }).token?.()).toBeUndefined();
    },
  );
});

describe("a speech provider's answer to a request for audio", () => {
  const voice = { name: "v", language: "en" };
  const page = (type: string, text = "Busy.") =>
    new Response(text, { headers: { "content-type": type } });

  it.each([
    ["text/html; charset=utf-8", "<html></html>"],
    ["application/json", "{}"],
    ["Application/Problem+JSON", "{}"],
    ["application/xml", "<a/>"],
    ["audio/mpeg", ""],
  ])("is not taken for audio, and opens the breaker after five: %s %j", async (type, text) => {
    for (const make of [azureSpeech.bind(undefined, "w"), deepgram]) {
      const open = at();
      const speech = make(open, saying(page(type, text)));
      for (let turn = 0; turn < 5; turn += 1) {
        expect(await speech.synthesize("Hi.", voice)).toBeUndefined();
      }
      expect(isOpen(open.breaker, 0)).toBe(true);
    }
  });

  it.each(["audio/mpeg", "application/octet-stream"])("is taken for audio as %s", async (type) => {
    const spoken = await gram(page(type)).synthesize("Hi.", voice);
    expect(spoken).toEqual(new TextEncoder().encode("Busy."));
  });
});

describe("the token count of an embedding", () => {
  const settings = (name: string): ModelSettings => ({
    kind: "openai-compatible",
    name,
    baseUrl: "https://x.example",
    models: ["m"],
    azure: false,
  });
  const ask = async (usage: unknown) => {
    const answer = { data: [{ index: 0, embedding: [1] }], usage };
    const call = { texts: ["a"], model: "m", dimensions: 1, askDimensions: false, traceparent: "" };
    return embed({} as Cloudflare.Env, saying(answer), settings(crypto.randomUUID()), call);
  };

  it.each([null, {}, { prompt_tokens: null }, undefined])("may be left out: %j", async (usage) => {
    expect(await ask(usage)).toEqual({ vectors: [[1]], tokens: undefined });
  });

  it.each([-1, HUGE, "many"])("counts as left out if it is %j", async (prompt_tokens) => {
    expect(await ask({ prompt_tokens })).toEqual({ vectors: [[1]], tokens: undefined });
  });

  it.each([1.5, "2"])("is 2 if it is %j", async (prompt_tokens) => {
    expect(await ask({ prompt_tokens })).toEqual({ vectors: [[1]], tokens: 2 });
  });
});
