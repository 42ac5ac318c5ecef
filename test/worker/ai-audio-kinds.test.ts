import { describe, expect, it } from "vitest";
import * as voiceAnswers from "../../src/ai/voice/answers.ts";
import { aMember, aTenant } from "../support/people.ts";
import { azure, deepgram, withSpeech } from "../support/speech-servers.ts";

const AZURE = { kind: "azure-speech", region: "westeurope", keySecret: "SPEECH_KEY" };
const DEEPGRAM = { kind: "deepgram", keySecret: "SPEECH_KEY" };
const WAV = btoa("RIFF\0\0\0\0WAVEfmt ");

async function aUser() {
  const tenantId = await aTenant();
  return { tenantId, as: await aMember(tenantId) };
}

describe("a recording of a type that Azure does not support", () => {
  const webm = { audioBase64: btoa("\x1aE\xdf\xa3 and so on"), mimeType: "audio/webm" };

  it("415 with the types that Azure supports, and nothing is sent to Azure", async () => {
    const { tenantId, as } = await aUser();
    const { ask, sent } = withSpeech(azure, AZURE);
    const shown = await ask("GET", `/ai/voice/capability?tenantId=${tenantId}`, as);
    expect(voiceAnswers.capability.parse(await shown.json()).stt.mimeTypes).toEqual([
      "audio/wav",
      "audio/ogg",
    ]);
    const answer = await ask("POST", "/ai/voice/transcribe", as, { tenantId, ...webm });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({
      error: "unsupported_audio",
      message: "Audio must be one of audio/wav, audio/ogg.",
    });
    expect(sent).toEqual([]);
  });

  it("is transcribed by a provider that supports its type", async () => {
    const { tenantId, as } = await aUser();
    const { ask, sent } = withSpeech(deepgram, DEEPGRAM);
    const answer = await ask("POST", "/ai/voice/transcribe", as, { tenantId, ...webm });
    expect([answer.status, sent[0]?.headers.get("content-type")]).toEqual([200, "audio/webm"]);
  });
});

describe("the language of a recording", () => {
  it.each([
    ["azure", azure, AZURE, "es", "es-ES"],
    ["azure", azure, AZURE, "EN", "en-US"],
    ["azure", azure, AZURE, "es-AR", "es-AR"],
    ["deepgram", deepgram, DEEPGRAM, "es-ES", "es"],
    ["deepgram", deepgram, DEEPGRAM, "es_mx", "es"],
    ["deepgram", deepgram, DEEPGRAM, "es-419", "es-419"],
    ["deepgram", deepgram, DEEPGRAM, "en-GB", "en-GB"],
  ])(
    "is sent to the provider as %s names it",
    async (_name, answers, settings, language, asked) => {
      const { tenantId, as } = await aUser();
      const { ask, sent } = withSpeech(answers, settings);
      const body = { tenantId, audioBase64: WAV, language };
      expect((await ask("POST", "/ai/voice/transcribe", as, body)).status).toBe(200);
      expect(new URL(sent[0]?.url ?? "").searchParams.get("language")).toBe(asked);
    },
  );
});

describe("a request that a speech provider refuses", () => {
  it.each([400, 413, 415, 422])(
    "422 for the provider's %i, without Retry-After",
    async (status) => {
      const { tenantId, as } = await aUser();
      for (const settings of [AZURE, DEEPGRAM]) {
        const { ask } = withSpeech(() => new Response("no", { status }), settings);
        const heard = { tenantId, audioBase64: WAV };
        const spoken = { tenantId, text: "Hola" };
        for (const answer of [
          await ask("POST", "/ai/voice/transcribe", as, heard),
          await ask("POST", "/ai/voice/synthesize", as, spoken),
        ]) {
          expect([answer.status, answer.headers.get("retry-after")]).toEqual([422, null]);
          expect(await answer.json()).toMatchObject({ error: "speech_refused" });
        }
      }
    },
  );
});
