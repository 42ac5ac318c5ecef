import { describe, expect, it } from "vitest";
import { isRefusal } from "../../src/http/index.ts";
import { MAX_AUDIO_BYTES, readAudio } from "../../src/ai/voice/read-audio.ts";
import { MAX_BODY_BYTES } from "../../src/ai/voice/schemas.ts";
import { piecesOf, plainSpeech } from "../../src/ai/voice/speak.ts";
import { secondsOf } from "../../src/ai/voice/seconds-of.ts";
import { takeToken } from "../../src/ai/voice/take-token.ts";

/** Base64 of that many bytes, which begin like a WAV file. */
function aRecording(bytes: number): string {
  const begun = btoa("RIFF\0\0\0\0WAVEfmt");
  const whole = begun + "A".repeat(Math.ceil(bytes / 3) * 4 - begun.length);
  const padding = (3 - (bytes % 3)) % 3;
  return whole.slice(0, whole.length - padding) + "=".repeat(padding);
}

function filled(bytes: number, write: (into: Buffer) => void): Buffer {
  const made = Buffer.alloc(bytes);
  write(made);
  return made;
}

const wav = (said: number) =>
  filled(44 + 16_000, (into) => {
    into.write("RIFF\0\0\0\0WAVEfmt ", "latin1");
    into.writeUInt32LE(16, 16);
    into.writeUInt32LE(8_000, 28);
    into.write("data", 36, "latin1");
    into.writeUInt32LE(said, 40);
  });
const flac = filled(16_000, (into) => {
  into.write("fLaC", "latin1");
  into.writeUIntBE(16_000 * 16, 18, 3);
  into.writeUInt32BE(80_000, 22);
});
const ogg = (codec: string, samples: number) =>
  filled(16_000, (into) => {
    into.write("OggS", "latin1");
    into.write(codec, 28, "latin1");
    into.writeUInt32LE(codec === "OpusHead" ? 0 : 16_000, 40);
    into.write("OggS", 8_000, "latin1");
    into.writeUInt32LE(samples, 8_006);
  });

describe("secondsOf", () => {
  it.each([
    ["audio/wav", 2, wav(16_000)],
    ["audio/wav", 2, wav(0xff_ff_ff_ff)],
    // No recording has more bytes in a second than this, whatever it says.
    ["audio/wav", 3, Buffer.concat([wav(8_000), Buffer.alloc(2_500_000)])],
    ["audio/flac", 5, flac],
    ["audio/ogg", 6, ogg("OpusHead", 6 * 48_000)],
    ["audio/ogg", 7, ogg("\u0001vorbis", 7 * 16_000)],
    ["audio/webm", 4, Buffer.alloc(16_000)],
    ["audio/mpeg", 4, Buffer.alloc(16_000)],
    ["audio/ogg", 16, ogg("OpusHead", 4_000_000_000)],
    ["audio/ogg", 1, ogg("OpusHead", 1)],
    ["audio/wav", 1, Buffer.alloc(12)],
    ["audio/flac", 1, Buffer.alloc(25)],
    ["audio/ogg", 1, Buffer.from("OggS")],
  ])("finds that a recording of %s is %i seconds long", (type, seconds, bytes) => {
    expect(secondsOf({ type, bytes: new Uint8Array(bytes) })).toBe(seconds);
  });
});

describe("readAudio", () => {
  it.each([1, 2, 3])("refuses a recording that is %i bytes too large", (more) => {
    const audio = readAudio(aRecording(MAX_AUDIO_BYTES + more), undefined);
    expect(isRefusal(audio) && audio.error).toBe("audio_too_large");
  });

  it("refuses base64 that lacks its padding or has one character too many", () => {
    for (const base64 of [aRecording(46).replaceAll("=", ""), `${aRecording(48)}A`]) {
      const audio = readAudio(base64, undefined);
      expect(isRefusal(audio) && audio.error).toBe("invalid_audio");
    }
  });

  it("accepts a recording of exactly the largest size", () => {
    const audio = readAudio(aRecording(MAX_AUDIO_BYTES), "audio/wav");
    expect(!isRefusal(audio) && audio.bytes.length).toBe(MAX_AUDIO_BYTES);
  });

  it.each([
    ["as they are", "+"],
    ["as PHP does", String.raw`\/`],
    ["as .NET does", String.raw`\u002B`],
  ])(
    "a body with the largest recording stays under the body limit, with base64 escaped %s",
    (_case, spelt) => {
      const letters = Math.ceil(MAX_AUDIO_BYTES / 3) * 4;
      // In random base64 one character in 64 is a "+", and one a "/".
      const escapes = (letters / 64) * (spelt.length - 1);
      const rest = JSON.stringify({ tenantId: "x".repeat(64), traceId: "x".repeat(128) }).length;
      expect(letters + escapes + rest).toBeLessThan(MAX_BODY_BYTES);
    },
  );
});

describe("the media type of a recording", () => {
  const OGG = btoa("OggS\0\u0002 and so on");
  const WAV = aRecording(48);

  it.each([
    // As RFC 2361, Windows, desktops' databases and Go's own look at the bytes have them.
    ["audio/wav", WAV, ["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave; codec=1"]],
    ["audio/ogg", OGG, ["audio/ogg;codecs=opus", "application/ogg", "audio/x-opus+ogg"]],
    ["audio/mpeg", btoa("ID3 and so on"), ["AUDIO/MPEG", "audio/mp3", "audio/x-mp3"]],
    ["audio/flac", btoa("fLaC and so on"), ["audio/flac", "audio/x-flac"]],
    ["audio/webm", btoa("\u001aE\u00df\u00a3 and"), ["audio/webm; codecs=opus", "video/webm"]],
  ])("is %s under any of its names, and when no name is given", (type, base64, names) => {
    for (const named of [undefined, "", " ", "application/octet-stream", ...names]) {
      expect([named, readAudio(base64, named)]).toEqual([named, expect.objectContaining({ type })]);
    }
  });

  it.each(["audio/mpeg", "audio/x-ogg+wav", "xaudio/wav", "text/plain", "wav", "audio/"])(
    "415 for %j when the bytes are of another type, or the name is no audio type",
    (named) => {
      for (const base64 of [OGG, WAV]) {
        const audio = readAudio(base64, named);
        expect(isRefusal(audio) && audio.error).toBe("unsupported_audio");
      }
    },
  );

  it("415 that says what a recording is that was sent under another name", () => {
    expect(readAudio(WAV, "audio/mpeg")).toMatchObject({
      message: 'The recording is audio/wav, which "mimeType" does not say.',
      details: [{ path: "mimeType", message: "must be audio/wav or left out" }],
    });
    expect(readAudio(btoa("hello, world"), "audio/mpeg")).not.toHaveProperty("details");
  });
});

describe("a speech token", () => {
  it("429 for the eleventh of one person within a minute; the next minute allows ten again", () => {
    const who = crypto.randomUUID();
    const take = (now: number) => takeToken(who, now);
    for (let turn = 0; turn < 10; turn += 1) expect(take(1_000)).toBeUndefined();
    expect(take(11_000)).toMatchObject({ error: "too_many_tokens", retryAfterSeconds: 50 });
    expect(takeToken(crypto.randomUUID(), 11_000)).toBeUndefined();
    expect(isRefusal(take(60_999))).toBe(true);
    expect(take(61_000)).toBeUndefined();
  });
});

describe("text to be spoken", () => {
  it("loses its HTML tags, and no other text", () => {
    expect(plainSpeech('2 < 3 and <b>5</b> > 4<br/><break time="9s"/>!')).toBe("2 < 3 and 5 > 4 !");
  });

  it("loses the characters that XML does not allow", () => {
    expect(plainSpeech("a\u0000b\u0007c\ud800d\uffffe \u{1f600}")).toBe("a b c d e \u{1f600}");
  });

  it("is cut between whole characters if a sentence is too long", () => {
    const text = `a${"\u{1f600}".repeat(10)}`;
    const pieces = piecesOf(text, 4);
    expect(pieces.every((piece) => piece.isWellFormed() && piece.length <= 4)).toBe(true);
    expect(pieces.join("")).toBe(text);
  });
});
