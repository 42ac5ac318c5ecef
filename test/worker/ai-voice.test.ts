import { describe, expect, it } from "vitest";
import { usage } from "../../src/ai/usage/answers.ts";
import { keepAudio, recallAudio } from "../../src/ai/voice/keep-audio.ts";
import * as voiceAnswers from "../../src/ai/voice/answers.ts";
import { call } from "../support/call.ts";
import { aMember, anOperator, aServiceKey, aTenant } from "../support/people.ts";
import { azure, deepgram, withSpeech } from "../support/speech-servers.ts";

const WAV = btoa("RIFF\u0000\u0000\u0000\u0000WAVEfmt ");

/** WAV of so many seconds, at 8,000 bytes a second. */
function aSilence(seconds: number): string {
  const bytes = Buffer.alloc(44 + seconds * 8_000);
  bytes.write("RIFF\0\0\0\0WAVEfmt ", "latin1");
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt32LE(8_000, 28);
  bytes.write("data", 36, "latin1");
  bytes.writeUInt32LE(seconds * 8_000, 40);
  return bytes.toString("base64");
}

async function aUser() {
  const tenantId = await aTenant();
  return { tenantId, as: await aMember(tenantId) };
}

const PROVIDERS = [
  ["azure", azure, { kind: "azure-speech", region: "westeurope", keySecret: "SPEECH_KEY" }],
  ["deepgram", deepgram, { kind: "deepgram", keySecret: "SPEECH_KEY" }],
] as const;

describe.each(PROVIDERS)("voice with %s", (provider, answers, settings) => {
  it("GET /ai/voice/capability: 200 and ready", async () => {
    const { tenantId, as } = await aUser();
    const { ask, sent } = withSpeech(answers, settings);
    const answer = await ask("GET", `/ai/voice/capability?tenantId=${tenantId}`, as);
    expect(voiceAnswers.capability.parse(await answer.json())).toMatchObject({
      ready: true,
      tts: { provider },
    });
    expect(sent).toEqual([]);
  });

  it("GET /ai/voice/speech-token: 200 with no-store and without the key; 429 for too many", async () => {
    const { tenantId, as } = await aUser();
    const { ask } = withSpeech(answers, settings);
    const path = `/ai/voice/speech-token?tenantId=${tenantId}`;
    const answer = await ask("GET", path, as);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const text = await answer.text();
    expect(text).not.toContain("s3cret");
    expect(voiceAnswers.speechToken.parse(JSON.parse(text))).toMatchObject({
      provider,
      token: "jwt",
    });
    const statuses = [];
    for (let turn = 0; turn < 10; turn += 1) statuses.push((await ask("GET", path, as)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  it("POST /ai/voice/synthesize: 200 as JSON and as audio, with markup removed", async () => {
    const { tenantId, as } = await aUser();
    const { ask, sent } = withSpeech(answers, settings);
    const body = { tenantId, text: "Hola <break time='9s'/> a todos 😀.", language: "es" };
    const answer = await ask("POST", "/ai/voice/synthesize", as, body);
    const spoken = voiceAnswers.synthesized.parse(await answer.json());
    expect(spoken).toMatchObject({
      audioBase64: expect.stringMatching(/^\/\/NkwAAA/),
      durationMs: 48,
      provider,
      characters: 15,
    });
    expect(await sent[0]?.text()).not.toContain("break");
    const audio = await ask("POST", "/ai/voice/synthesize", as, body, { accept: "audio/mpeg" });
    expect(audio.headers.get("content-type")).toBe("audio/mpeg");
    expect((await audio.arrayBuffer()).byteLength).toBe(288);
    for (const accept of ["application/json, audio/*;q=0", "application/json, audio/mpeg"]) {
      const unheard = await ask("POST", "/ai/voice/synthesize", as, body, { accept });
      expect(unheard.headers.get("content-type")).toBe("application/json");
    }
  });

  it("POST /ai/voice/synthesize: 200 for 12,000 characters in several calls; 400 for one more", async () => {
    const { tenantId, as } = await aUser();
    const { ask, sent } = withSpeech(answers, settings);
    const text = "Esta frase sigue. ".repeat(700).slice(0, 12_000);
    const answer = await ask("POST", "/ai/voice/synthesize", as, { tenantId, text });
    expect(answer.status).toBe(200);
    expect(sent.length).toBeGreaterThan(3);
    const more = { tenantId, text: `${text}x` };
    expect((await ask("POST", "/ai/voice/synthesize", as, more)).status).toBe(400);
  });

  it("POST /ai/voice/synthesize: 200 from the cache for the same text of the same tenant only", async () => {
    const { tenantId, as } = await aUser();
    const { ask, sent } = withSpeech(answers, settings);
    const body = { tenantId, text: "Buenos días a todos.", language: "es" };
    const speak = async (change = {}, who = as) => {
      const answer = await ask("POST", "/ai/voice/synthesize", who, { ...body, ...change });
      return voiceAnswers.synthesized.parse(await answer.json());
    };
    expect(await speak()).toMatchObject({ cached: false, durationMs: 48 });
    await expect
      .poll(() => speak())
      .toMatchObject({ cached: true, durationMs: 48, provider, characters: 20 });
    const called = sent.length;
    expect(await speak()).toMatchObject({ cached: true });
    expect(sent).toHaveLength(called);
    expect(await speak({ text: "Buenos días." })).toMatchObject({ cached: false });
    const other = await aUser();
    expect(await speak({ tenantId: other.tenantId }, other.as)).toMatchObject({ cached: false });
    expect(sent).toHaveLength(called + 2);
  });

  it("GET /ai/voice/capability: 200 with provider_unreachable after five failed calls", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId, "owner");
    const { ask } = withSpeech(() => new Response("no", { status: 403 }), settings);
    // A tenant's own provider has a count of failures of its own.
    const { keySecret: _secret, ...own } = settings;
    const order = { tenantId, provider: own, key: "s3cret-of-the-tenant" };
    expect((await ask("PUT", "/ai/settings/providers/mine", as, order)).status).toBe(200);
    for (let turn = 0; turn < 5; turn += 1) {
      await ask("POST", "/ai/voice/synthesize", as, { tenantId, text: "Hola" });
    }
    const answer = await ask("GET", `/ai/voice/capability?tenantId=${tenantId}`, as);
    const reason = "provider_unreachable";
    expect(voiceAnswers.capability.parse(await answer.json())).toMatchObject({
      ready: false,
      tts: { ready: false, provider, reason },
      stt: { ready: false, provider, reason },
      streaming: { ready: false, provider, reason },
    });
  });

  it.each([
    ["tenant_disabled", null, { order: [] }],
    ["tenant_disabled", null, { region: "nowhere" }],
    ["quota_exhausted", provider, { limits: { monthlyMicroUsd: 0 } }],
    ["quota_exhausted", provider, { limits: { callsPerDay: 0 } }],
  ])(
    "GET /ai/voice/capability: 200 with reason %s and provider %s for the settings %j",
    async (reason, named, set) => {
      const tenantId = await aTenant();
      const as = await aMember(tenantId, "owner");
      const { ask } = withSpeech(answers, settings);
      const changed = await ask("PATCH", "/ai/settings", as, { tenantId, ...set });
      expect(changed.status).toBe(200);
      const answer = await ask("GET", `/ai/voice/capability?tenantId=${tenantId}`, as);
      expect(voiceAnswers.capability.parse(await answer.json())).toMatchObject({
        ready: false,
        tts: { ready: false, provider: named, reason },
      });
    },
  );

  it("GET /ai/voice/capability: 200 with reason tenant_disabled while the tenant is suspended", async () => {
    const { tenantId, as } = await aUser();
    const operator = await anOperator();
    const { ask } = withSpeech(answers, settings);
    await ask("PATCH", `/admin/tenants/${tenantId}`, operator, { status: "suspended" });
    const answer = await ask("GET", `/ai/voice/capability?tenantId=${tenantId}`, as);
    const silent = { ready: false, provider, reason: "tenant_disabled" };
    expect(voiceAnswers.capability.parse(await answer.json())).toMatchObject({
      ready: false,
      tts: silent,
      stt: silent,
      streaming: silent,
    });
  });

  it("POST /ai/voice/synthesize: 400 for an unknown voice", async () => {
    const { tenantId, as } = await aUser();
    const { ask, sent } = withSpeech(answers, settings);
    const body = { tenantId, text: "Hola", voiceName: "nobody" };
    expect((await ask("POST", "/ai/voice/synthesize", as, body)).status).toBe(400);
    expect(sent).toEqual([]);
  });

  it("POST /ai/voice/transcribe: 200", async () => {
    const { tenantId, as } = await aUser();
    const { ask } = withSpeech(answers, settings);
    const body = { tenantId, audioBase64: WAV, mimeType: "audio/wav", language: "es" };
    const answer = await ask("POST", "/ai/voice/transcribe", as, body);
    expect(voiceAnswers.transcribed.parse(await answer.json())).toMatchObject({
      text: "Hola.",
      durationMs: 1_200,
      segments: [{ start: 0, end: 1.2, text: "Hola.", confidence: 0.9 }],
    });
    // A second that has begun is paid for as a whole.
    const { total } = usage.parse(
      await (await ask("GET", `/ai/usage?tenantId=${tenantId}`, as)).json(),
    );
    expect(total.seconds).toBe(2);
  });

  // Azure's recognition of short recordings does not detect the language.
  const unnamed = provider === "azure" ? ["es-ES", null, "es-ES"] : [null, "true", "en"];

  it.each([
    ["en_US", ["en-US", null, "en-US"]],
    ["pt", ["pt", null, "pt"]],
    ["x", unnamed],
    ["", unnamed],
    ["en; drop", unnamed],
    [undefined, unnamed],
  ])("POST /ai/voice/transcribe: 200 for the language %j", async (language, expected) => {
    const { tenantId, as } = await aUser();
    const { ask, sent } = withSpeech(answers, settings);
    const body = { tenantId, audioBase64: WAV, ...(language === undefined ? {} : { language }) };
    const answer = await ask("POST", "/ai/voice/transcribe", as, body);
    const { language: heard } = voiceAnswers.transcribed.parse(await answer.json());
    const { searchParams: asked } = new URL(sent.at(-1)?.url ?? "");
    expect([asked.get("language"), asked.get("detect_language"), heard]).toEqual(expected);
  });

  it("503 if the provider's answer is unreadable or breaks off; each call counts as failed and unpriced", async () => {
    const { tenantId, as } = await aUser();
    const broken = () => {
      const body = new ReadableStream({
        pull: (controller) => controller.error(new Error("gone")),
      });
      return new Response(body);
    };
    for (const said of [() => new Response("<html>"), broken]) {
      const { ask } = withSpeech(said, settings);
      const heard = { tenantId, audioBase64: WAV };
      expect((await ask("POST", "/ai/voice/transcribe", as, heard)).status).toBe(503);
    }
    const { ask } = withSpeech(broken, settings);
    const spoken = await ask("POST", "/ai/voice/synthesize", as, { tenantId, text: "Hola" });
    expect(spoken.status).toBe(503);
    const path = `/ai/usage?tenantId=${tenantId}&groupBy=operation`;
    const { total } = usage.parse(await (await call("GET", path, { as })).json());
    expect(total).toMatchObject({ calls: 3, failed: 3, unpriced: 3 });
  });

  it("503 if the provider fails in the middle of a long text; one call, failed and unpriced", async () => {
    const { tenantId, as } = await aUser();
    let calls = 0;
    const once = (url: URL) => {
      calls += 1;
      return calls === 1 ? answers(url) : new Response("no", { status: 403 });
    };
    const { ask } = withSpeech(once, settings);
    const text = "Esta frase sigue. ".repeat(300);
    const answer = await ask("POST", "/ai/voice/synthesize", as, { tenantId, text });
    expect(answer.status).toBe(503);
    const path = `/ai/usage?tenantId=${tenantId}&groupBy=operation`;
    const { total } = usage.parse(await (await call("GET", path, { as })).json());
    expect(total).toMatchObject({ calls: 1, failed: 1, unpriced: 1 });
  });

  it("503 if the provider answers 403", async () => {
    const { tenantId, as } = await aUser();
    const { ask } = withSpeech(() => new Response("no", { status: 403 }), settings);
    const answer = await ask("POST", "/ai/voice/synthesize", as, { tenantId, text: "Hola" });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: "voice_unavailable" });
  });
});

describe("a recording of which Azure names no length", () => {
  const settings = { kind: "azure-speech", region: "westeurope", keySecret: "SPEECH_KEY" };

  async function transcribe(status: string) {
    const { tenantId, as } = await aUser();
    const said = { RecognitionStatus: status, Offset: 50_000_000, Duration: 0 };
    const { ask } = withSpeech(() => Response.json(said), settings);
    const body = { tenantId, audioBase64: aSilence(3) };
    const answer = await ask("POST", "/ai/voice/transcribe", as, body);
    const path = `/ai/usage?tenantId=${tenantId}&groupBy=operation`;
    const { total } = usage.parse(await (await call("GET", path, { as })).json());
    return { answer, total };
  }

  it.each(["NoMatch", "InitialSilenceTimeout", "BabbleTimeout"])(
    "200 without text for %s, and the length in the recording's own header is paid for",
    async (status) => {
      const { answer, total } = await transcribe(status);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ text: "", segments: [] });
      expect(total).toMatchObject({ calls: 1, failed: 0, seconds: 3 });
    },
  );

  it("503 for the status Error", async () => {
    const { answer, total } = await transcribe("Error");
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: "voice_unavailable" });
    expect(total).toMatchObject({ calls: 1, failed: 1 });
  });
});

describe("cached audio", () => {
  it("is found only for the same provider, voice, language, text and tenant", async () => {
    const spoken = { provider: "p", voice: "v", language: "es", text: crypto.randomUUID() };
    await keepAudio("acme", spoken, new Uint8Array([7]));
    expect(await recallAudio("acme", spoken)).toEqual(new Uint8Array([7]));
    expect(await recallAudio("other", spoken)).toBeUndefined();
    for (const part of ["provider", "voice", "language", "text"]) {
      expect(await recallAudio("acme", { ...spoken, [part]: "x" })).toBeUndefined();
    }
  });
});

describe("voice without a provider", () => {
  it("200 from capability, with the reason not_configured", async () => {
    const { tenantId, as } = await aUser();
    const answer = await call("GET", `/ai/voice/capability?tenantId=${tenantId}&traceId=t1`, {
      as,
    });
    expect(voiceAnswers.capability.parse(await answer.json())).toMatchObject({
      traceId: "t1",
      ready: false,
      tts: { ready: false, provider: null, reason: "not_configured" },
      stt: { ready: false, provider: null, reason: "not_configured" },
      streaming: { ready: false, provider: null, reason: "not_configured" },
    });
  });

  it("200 or 503 for a service key with ai:voice, 403 for a key without; 401 from speech-token", async () => {
    const tenantId = await aTenant();
    const by = async (operation: "ai:voice" | "ai:use") => {
      const headers = { "x-internal-service-key": await aServiceKey([operation], [tenantId]) };
      const get = (name: string) =>
        call("GET", `/ai/voice/${name}?tenantId=${tenantId}`, { headers });
      const post = (name: string, more: object) =>
        call("POST", `/ai/voice/${name}`, { headers, body: { tenantId, ...more } });
      const answers = [
        await get("capability"),
        await post("synthesize", { text: "a" }),
        await post("transcribe", { audioBase64: WAV }),
        await get("speech-token"),
      ];
      return answers.map(({ status }) => status);
    };
    expect(await by("ai:voice")).toEqual([200, 503, 503, 401]);
    expect(await by("ai:use")).toEqual([403, 403, 403, 401]);
  });

  it("503 from speech-token, synthesize and transcribe", async () => {
    const { tenantId, as } = await aUser();
    const token = await call("GET", `/ai/voice/speech-token?tenantId=${tenantId}`, { as });
    const spoken = await call("POST", "/ai/voice/synthesize", {
      as,
      body: { tenantId, text: "a" },
    });
    const body = { tenantId, audioBase64: WAV };
    const heard = await call("POST", "/ai/voice/transcribe", { as, body });
    for (const answer of [token, spoken, heard]) {
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ error: "voice_not_configured" });
    }
  });

  it.each([
    [400, "broken Base64", { audioBase64: "%%%" }],
    [400, "no audio", { audioBase64: "" }],
    [415, "text", { audioBase64: btoa("hello, world") }],
    [415, "audio of another type than mimeType says", { audioBase64: WAV, mimeType: "audio/ogg" }],
    [400, "an unknown field", { audioBase64: WAV, model: "x" }],
  ])("%i for %s", async (status, _case, more) => {
    const { tenantId, as } = await aUser();
    const answer = await call("POST", "/ai/voice/transcribe", { as, body: { tenantId, ...more } });
    expect(answer.status).toBe(status);
  });

  it("413 for more than 25 MB", async () => {
    const { tenantId, as } = await aUser();
    const audioBase64 = "A".repeat(34_952_540);
    const answer = await call("POST", "/ai/voice/transcribe", {
      as,
      body: { tenantId, audioBase64 },
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: "audio_too_large" });
  });

  it.each(["capability", "speech-token"])("403 from %s for another tenant", async (name) => {
    const { as } = await aUser();
    const answer = await call("GET", `/ai/voice/${name}?tenantId=${await aTenant()}`, { as });
    expect(answer.status).toBe(403);
  });

  it.each([
    ["synthesize", { text: "a" }],
    ["transcribe", { audioBase64: WAV }],
  ])("403 from %s for another tenant", async (name, more) => {
    const { as } = await aUser();
    const body = { tenantId: await aTenant(), ...more };
    expect((await call("POST", `/ai/voice/${name}`, { as, body })).status).toBe(403);
  });
});
