import { Hono, type Context } from "hono";
import { personOf } from "../../access/person-of.ts";
import { asksFor, json, raw, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import { given, type Rampart } from "../../platform/index.ts";
import { activeCallerOf, aiHeaders, callerOf, nameTrace } from "../caller.ts";
import { mp3Seconds } from "./mp3-seconds.ts";
import { issueSpeechToken } from "./issue-speech-token.ts";
import { findSilence } from "./find-silence.ts";
import * as schemas from "./schemas.ts";
import { showCapability } from "./show-capability.ts";
import { findSpeech } from "./find-speech.ts";
import { synthesize } from "./synthesize.ts";
import { STREAM } from "./stream/limits.ts";
import { transcribe } from "./transcribe.ts";

const MS = 1_000;

export const voiceRoutes = new Hono<Rampart>();

/** On the host of the request, because that is the one that the client can reach. */
function addressOfStream(c: Context<Rampart>): string {
  const { href } = new URL(STREAM, c.req.url);
  return href.replace(/^http/, "ws");
}

voiceRoutes.get(
  "/ai/voice/capability",
  operation({ operationId: "getVoiceCapability" }),
  nameTrace,
  valid("query", schemas.voiceQuery),
  async (c) => {
    const caller = await callerOf(c, c.req.valid("query"), "voice.capability");
    const { traceId, tenantId } = caller;
    const found = await findSpeech(caller);
    const capability = showCapability(found?.speech, await findSilence(caller, found));
    const headers = aiHeaders(traceId, found?.speech.provider ?? "none");
    return json(c, { traceId, tenantId, ...capability }, 200, headers);
  },
);

voiceRoutes.get(
  "/ai/voice/speech-token",
  operation({ operationId: "getSpeechToken" }),
  nameTrace,
  valid("query", schemas.voiceQuery),
  async (c) => {
    const caller = await activeCallerOf(c, c.req.valid("query"), "voice.speech-token");
    // The answer has no body, so a token would reach nobody.
    if (c.req.method === "HEAD") return json(c, {});
    const { traceId, tenantId } = caller;
    const issued = settle(await issueSpeechToken(caller, personOf(c), addressOfStream(c)));
    const headers = aiHeaders(traceId, issued.provider);
    return json(c, { traceId, tenantId, ...issued }, 200, headers);
  },
);

voiceRoutes.post(
  "/ai/voice/synthesize",
  operation({ operationId: "synthesizeSpeech" }),
  nameTrace,
  valid("json", schemas.synthesis),
  async (c) => {
    const order = c.req.valid("json");
    const caller = await activeCallerOf(c, order, "voice.synthesize");
    const { traceId, tenantId } = caller;
    const synthesized = settle(await synthesize(caller, order));
    const { audio, voice, characters, provider, cached } = synthesized;
    const headers = aiHeaders(traceId, provider);
    const mimeType = "audio/mpeg";
    if (asksFor(c.req.header("accept"), "audio/")) {
      return raw(c, audio, { ...headers, "content-type": mimeType });
    }
    const bytes = Buffer.from(audio);
    const body = {
      traceId,
      tenantId,
      audioBase64: bytes.toString("base64"),
      mimeType,
      // A provider's own audio may be something else than MP3.
      ...given({ durationMs: Math.round(mp3Seconds(bytes) * MS) || undefined }),
      voiceName: voice.name,
      language: voice.language,
      characters,
      provider,
      cached,
    };
    return json(c, body, 200, headers);
  },
);

voiceRoutes.post(
  "/ai/voice/transcribe",
  operation({ operationId: "transcribeSpeech" }),
  nameTrace,
  valid("json", schemas.transcription, { maxBytes: schemas.MAX_BODY_BYTES }),
  async (c) => {
    const order = c.req.valid("json");
    const caller = await activeCallerOf(c, order, "voice.transcribe");
    const { traceId, tenantId } = caller;
    const transcript = settle(await transcribe(caller, order));
    const headers = aiHeaders(traceId, transcript.provider);
    return json(c, { traceId, tenantId, ...transcript }, 200, headers);
  },
);
