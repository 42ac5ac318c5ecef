import { describe, expect, it } from "vitest";
import { azureSpeech } from "../../src/ai/voice/azure-speech.ts";
import { deepgram } from "../../src/ai/voice/deepgram.ts";
import { languageIn } from "../../src/ai/voice/language-in.ts";
import { takeToken } from "../../src/ai/voice/take-token.ts";
import { workersSpeech } from "../../src/ai/voice/workers-speech.ts";

const AUDIO = new Uint8Array([1, 2, 3]);
const KEY = "s3cret";

/** A provider that gives this answer and records its requests. */
function answering(answer: unknown) {
  const asked: { url: URL; headers: Headers; body: unknown }[] = [];
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { url, headers } = new Request(input, init);
    asked.push({ url: new URL(url), headers, body: init.body });
    return typeof answer === "string" ? new Response(answer) : Response.json(answer);
  };
  const open = { key: KEY, breaker: crypto.randomUUID() };
  return { asked, open, outside: { fetch, now: Date.now } };
}

it("a language code is written as providers expect it, whatever its case; an invalid one is undefined", () => {
  const written = ["ES", "EN_us", "es-419", "pt-br", "x"];
  expect(written.map(languageIn)).toEqual(["es", "en-US", "es-419", "pt-BR", undefined]);
});

describe("speech by Azure", () => {
  const voice = { name: "en-US-JennyNeural", language: "en-US" };
  const azure = (answer: unknown) => {
    const { asked, open, outside } = answering(answer);
    return { asked, speech: azureSpeech("westeurope", open, outside) };
  };

  it("sends the markup in a text as escaped text to be spoken", async () => {
    const { asked, speech } = azure("mp3");
    await speech.synthesize('</voice><audio src="https://x.example"/> R&D &lt; 2 > 1', voice);
    const said = `&lt;/voice&gt;&lt;audio src="https://x.example"/&gt; R&amp;D &amp;lt; 2 &gt; 1`;
    expect(asked[0]?.body).toBe(
      `<speak version="1.0" xml:lang="en-US"><voice name="en-US-JennyNeural">${said}</voice></speak>`,
    );
    expect(asked[0]?.headers.get("ocp-apim-subscription-key")).toBe(KEY);
  });

  it("returns the best transcript in its written form, with its duration in milliseconds", async () => {
    const NBest = [
      { Confidence: 0.9, Display: "The best." },
      { Confidence: 0.5, Display: "Another." },
    ];
    const times = { Offset: 5_000_000, Duration: 12_345_000 };
    const heard = { RecognitionStatus: "Success", DisplayText: "As read.", ...times };
    const said = { start: 0.5, end: 1.7345 };
    const best = azure({ ...heard, NBest }).speech;
    expect(await best.transcribe(AUDIO, "audio/wav", "en-US")).toEqual({
      text: "The best.",
      confidence: 0.9,
      durationMs: 1_235,
      language: "en-US",
      segments: [{ ...said, text: "The best.", confidence: 0.9 }],
    });
    const none = azure({ ...heard, NBest: [] }).speech;
    expect(await none.transcribe(AUDIO, "audio/wav", "en-US")).toEqual({
      text: "As read.",
      durationMs: 1_235,
      language: "en-US",
      segments: [{ ...said, text: "As read." }],
    });
  });

  it("names the codec of Ogg in the content type, which Azure requires; WAV needs none", async () => {
    const { asked, speech } = azure({ RecognitionStatus: "NoMatch" });
    for (const type of ["audio/ogg", "audio/wav"]) await speech.transcribe(AUDIO, type);
    const types = asked.map(({ headers }) => headers.get("content-type"));
    expect(types).toEqual(["audio/ogg; codecs=opus", "audio/wav"]);
  });

  it("issues a token for ten minutes, with the endpoint of its own region", async () => {
    const { asked, speech } = azure("jwt");
    const host = "westeurope.stt.speech.microsoft.com";
    expect(await speech.token?.()).toEqual({
      token: "jwt",
      expiresInSeconds: 600,
      endpoint: `wss://${host}/speech/recognition/conversation/cognitiveservices/v1`,
      region: "westeurope",
    });
    expect(asked[0]?.url.host).toBe("westeurope.api.cognitive.microsoft.com");
  });
});

describe("speech by Deepgram", () => {
  it("requests a token for a minute, and returns the lifetime that Deepgram reports", async () => {
    const { asked, open, outside } = answering({ access_token: "jwt", expires_in: 30 });
    expect(await deepgram(open, outside).token?.()).toMatchObject({
      token: "jwt",
      expiresInSeconds: 30,
    });
    expect(asked[0]?.body).toBe('{"ttl_seconds":60}');
    expect(asked[0]?.headers.get("authorization")).toBe(`Token ${KEY}`);
  });

  it("sends a text as JSON, and the chosen voice as the model", async () => {
    const { asked, open, outside } = answering("mp3");
    const voice = { name: "aura-2-thalia-en", language: "en" };
    await deepgram(open, outside).synthesize('a "b" </c>', voice);
    expect(asked[0]?.body).toBe('{"text":"a \\"b\\" </c>"}');
    expect(asked[0]?.url.searchParams.get("model")).toBe(voice.name);
  });
});

describe("a transcript", () => {
  const duration = 4;
  const gram = (results: object) => {
    const { open, outside } = answering({ metadata: { duration }, results });
    return deepgram(open, outside).transcribe(AUDIO, "audio/wav");
  };
  const whisper = (answer: object) => {
    const run = async () => answer;
    const { outside } = answering({});
    const settings = { name: crypto.randomUUID() };
    return workersSpeech(settings as never, { run }, outside).transcribe(AUDIO, "audio/wav");
  };
  const channel = {
    alternatives: [{ transcript: "One. Two.", confidence: 0.8 }],
    detected_language: "en",
  };
  const found = { text: "One. Two.", durationMs: 4_000, language: "en" };

  it("has Deepgram's segments, confidence and language confidence", async () => {
    const one = { start: 0.1, end: 1.5, confidence: 0.9 };
    const heard = await gram({
      channels: [{ ...channel, language_confidence: 0.97 }],
      utterances: [{ ...one, transcript: "One.", words: [{ word: "one" }], channel: 0 }],
    });
    const segments = [{ ...one, text: "One." }];
    expect(heard).toEqual({ ...found, confidence: 0.8, languageConfidence: 0.97, segments });
  });

  it("has Whisper's segments, each with the average confidence of its tokens if that is a number", async () => {
    const heard = await whisper({
      text: " One. Two. ",
      transcription_info: { duration, language: "en", language_probability: 0.97 },
      segments: [
        { start: 0, end: 1.5, text: " One.", avg_logprob: Math.log(0.75), words: [] },
        { start: 2, end: 4, text: " Two.", avg_logprob: "NaN" },
        { start: 4, end: 5, text: " Three.", avg_logprob: 0 },
      ],
    });
    expect(heard).toEqual({
      ...found,
      languageConfidence: 0.97,
      segments: [
        { start: 0, end: 1.5, text: " One.", confidence: 0.75 },
        { start: 2, end: 4, text: " Two." },
        { start: 4, end: 5, text: " Three.", confidence: 1 },
      ],
    });
  });

  it("is returned without segments if they are unreadable", async () => {
    const odd = [{ start: -1, end: "?", text: 7 }];
    const info = { duration, language: "en", language_probability: null };
    const said = { text: "One. Two.", transcription_info: info, segments: odd };
    expect(await whisper(said)).toEqual(found);
    const channels = [{ ...channel, language_confidence: "sure" }];
    expect(await gram({ channels, utterances: odd })).toEqual({ ...found, confidence: 0.8 });
  });
});

describe("speech tokens for one person", () => {
  const MINUTE_MS = 60_000;

  it("are limited to ten a minute, also after the clock was set back", () => {
    const who = crypto.randomUUID();
    const takeAll = (now: number) =>
      Array.from({ length: 11 }, () => takeToken(who, now)?.status).filter(Boolean);
    const now = Date.now();
    expect(takeAll(now)).toEqual([429]);
    expect(takeToken(who, now + MINUTE_MS - 1)).toMatchObject({ retryAfterSeconds: 0.001 });
    expect(takeAll(now + MINUTE_MS)).toEqual([429]);
    expect(takeAll(now - 60 * MINUTE_MS)).toEqual([429]);
  });

  it("stay limited while so many others ask that not everybody is remembered", () => {
    const [most, now] = [5_000, Date.now()];
    for (let others = 0; others < most; others += 1) takeToken(crypto.randomUUID(), now);
    const who = crypto.randomUUID();
    for (let taken = 0; taken < 10; taken += 1) expect(takeToken(who, now)).toBeUndefined();
    for (let others = 0; others < most - 1; others += 1) takeToken(crypto.randomUUID(), now);
    expect(takeToken(who, now)).toMatchObject({ status: 429 });
  });
});
