import { describe, expect, it } from "vitest";
import * as schemas from "../../src/ai/voice/schemas.ts";
import { aMember, aTenant } from "../support/people.ts";
import { azure, deepgram, withSpeech } from "../support/speech-servers.ts";

async function aUser() {
  const tenantId = await aTenant();
  return { tenantId, as: await aMember(tenantId) };
}

describe("a recording of a kind that Azure does not take", () => {
  const settings = { kind: "azure-speech", region: "westeurope", keySecret: "SPEECH_KEY" };
  const webm = { audioBase64: btoa("\x1aE\xdf\xa3 and so on"), mimeType: "audio/webm" };

  it("is 415 with those that it takes, is not sent and costs nothing", async () => {
    const { tenantId, as } = await aUser();
    const { ask, sent } = withSpeech(azure, settings);
    const shown = await ask("GET", `/ai/voice/capability?tenantId=${tenantId}`, as);
    expect(schemas.capability.parse(await shown.json()).stt.mimeTypes).toEqual([
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

  it("is heard by a provider that takes it", async () => {
    const { tenantId, as } = await aUser();
    const { ask, sent } = withSpeech(deepgram, { kind: "deepgram", keySecret: "SPEECH_KEY" });
    const answer = await ask("POST", "/ai/voice/transcribe", as, { tenantId, ...webm });
    expect([answer.status, sent[0]?.headers.get("content-type")]).toEqual([200, "audio/webm"]);
  });
});
