import { describe, expect, it } from "vitest";
import { isRefusal } from "../../src/http/index.ts";
import { MAX_AUDIO_BYTES, readAudio } from "../../src/ai/voice/read-audio.ts";

/** Base64 of so many bytes that begin as WAV does. */
function aRecording(bytes: number): string {
  const begun = btoa("RIFF\0\0\0\0WAVEfmt");
  const whole = begun + "A".repeat(Math.ceil(bytes / 3) * 4 - begun.length);
  const padding = (3 - (bytes % 3)) % 3;
  return whole.slice(0, whole.length - padding) + "=".repeat(padding);
}

describe("readAudio", () => {
  it.each([1, 2, 3])("refuses what has %i bytes too many", (more) => {
    const audio = readAudio(aRecording(MAX_AUDIO_BYTES + more), undefined);
    expect(isRefusal(audio) && audio.error).toBe("audio_too_large");
  });

  it("takes what has as many as it may", () => {
    const audio = readAudio(aRecording(MAX_AUDIO_BYTES), "audio/wav");
    expect(!isRefusal(audio) && audio.bytes.length).toBe(MAX_AUDIO_BYTES);
  });
});
