import { Hono } from "hono";
import { recordAudit } from "../../access/audit.ts";
import { json, raw, refuse, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { AI_HEADERS, aiHeaders, callerOf, tenantOf, traceOf } from "../caller.ts";
import type { Caller } from "../providers/ask-model.ts";
import { guessLanguage } from "../text/guess-language.ts";
import { OVER_LIMIT } from "../usage/limited-answer.ts";
import { languageIn } from "./language-in.ts";
import { readAudio } from "./read-audio.ts";
import * as schemas from "./schemas.ts";
import { mostSecondsOf, secondsOf } from "./seconds-of.ts";
import { showCapability } from "./show-capability.ts";
import { plainSpeech, speak } from "./speak.ts";
import { meterSpeech } from "./meter-speech.ts";
import { speechOf, type Opened, type Speech, type Voice } from "./speech.ts";
import { takeToken } from "./take-token.ts";

const tags = ["AI"];
const unavailable = { description: "No speech provider is configured, or it does not answer" };
/** Somebody has to set it up first. */
const UNCONFIGURED_SECONDS = 3_600;

export const voiceRoutes = new Hono<Rampart>();

voiceRoutes.get(
  "/ai/voice/capability",
  operation({
    operationId: "getVoiceCapability",
    summary: "Say whether speech can be made and understood, and if not, why",
    tags,
    responses: { 200: { description: "Always", schema: schemas.capability, headers: AI_HEADERS } },
  }),
  valid("query", schemas.voiceQuery),
  async (c) => {
    const asked = c.req.valid("query");
    const tenantId = await tenantOf(c, asked.tenantId);
    const traceId = traceOf(c, asked.traceId);
    const caller = await callerOf(c, tenantId, "voice.capability", traceId);
    const speech = (await speechOf(caller))?.speech;
    return json(
      c,
      { traceId, tenantId, ...showCapability(speech) },
      200,
      headersOf(traceId, speech),
    );
  },
);

voiceRoutes.get(
  "/ai/voice/speech-token",
  operation({
    operationId: "getSpeechToken",
    summary: "Get a short-lived token for speech recognition in the browser",
    tags,
    responses: {
      200: { description: "The token", schema: schemas.speechToken, headers: AI_HEADERS },
      429: { description: "Too many tokens for one person, or past a limit of the tenant" },
      503: unavailable,
    },
  }),
  valid("query", schemas.voiceQuery),
  async (c) => {
    const asked = c.req.valid("query");
    const tenantId = await tenantOf(c, asked.tenantId);
    const traceId = traceOf(c, asked.traceId);
    const caller = await callerOf(c, tenantId, "voice.speech-token", traceId);
    const opened = await needSpeech(caller);
    const { speech } = opened;
    const { subject } = c.get("principal");
    const now = c.get("platform").now();
    if (speech.token === undefined) settle(noTokens());
    settle(takeToken(subject, now));
    const made = await meterSpeech(caller, opened, {
      model: "token",
      unit: "second",
      most: 0,
      run: async ({ token }) => {
        const value = await token?.();
        return value && { value, used: { unitsIn: 0, unitsOut: 0 } };
      },
    });
    await recordAudit(database(c.env), {
      at: now,
      actor: subject,
      action: "ai.speech_token.issued",
      tenantId,
      detail: { provider: speech.provider },
      requestId: c.get("call").id,
    });
    const body = {
      traceId,
      tenantId,
      provider: speech.provider,
      ...made,
      tokenType: "Bearer",
      expiresAt: new Date(now + made.expiresInSeconds * 1_000).toISOString(),
      refreshAfterSeconds: Math.floor(made.expiresInSeconds * 0.9),
    };
    return json(c, body, 200, headersOf(traceId, speech));
  },
);

voiceRoutes.post(
  "/ai/voice/synthesize",
  operation({
    operationId: "synthesizeSpeech",
    summary: "Speak a text",
    description: "With `Accept: audio/*` the audio itself is the answer.",
    tags,
    responses: {
      200: {
        description: "The audio",
        schema: schemas.synthesized,
        orType: "audio/mpeg",
        headers: AI_HEADERS,
      },
      ...OVER_LIMIT,
      503: unavailable,
    },
  }),
  valid("json", schemas.synthesis),
  async (c) => {
    const order = c.req.valid("json");
    const tenantId = await tenantOf(c, order.tenantId);
    const traceId = traceOf(c, order.traceId);
    const text = plainSpeech(order.text);
    if (text === "") settle(refuse(400, "invalid_request", '"text" holds nothing to speak.'));
    const caller = await callerOf(c, tenantId, "voice.synthesize", traceId);
    const opened = await needSpeech(caller);
    const { speech } = opened;
    const voice = settle(
      chooseVoice(speech, order.voiceName, languageIn(order.language) ?? guessLanguage(text)),
    );
    const audio = await meterSpeech(caller, opened, {
      model: "tts",
      unit: "character",
      most: text.length,
      run: async (metered) => {
        const value = await speak(metered, text, voice);
        return value && { value, used: { unitsIn: text.length, unitsOut: 0 } };
      },
    });
    const headers = headersOf(traceId, speech);
    const mimeType = "audio/mpeg";
    if (c.req.header("accept")?.includes("audio/") === true) {
      return raw(c, audio, { ...headers, "content-type": mimeType });
    }
    const body = {
      traceId,
      tenantId,
      audioBase64: Buffer.from(audio).toString("base64"),
      mimeType,
      voiceName: voice.name,
      language: voice.language,
      characters: text.length,
      provider: speech.provider,
      cached: false,
    };
    return json(c, body, 200, headers);
  },
);

voiceRoutes.post(
  "/ai/voice/transcribe",
  operation({
    operationId: "transcribeSpeech",
    summary: "Write down what is said in a recording",
    tags,
    responses: {
      200: {
        description: "The text; empty if nobody speaks",
        schema: schemas.transcribed,
        headers: AI_HEADERS,
      },
      415: { description: "Not audio of a known kind, or not of the kind that was named" },
      ...OVER_LIMIT,
      503: unavailable,
    },
  }),
  valid("json", schemas.transcription, { maxBytes: schemas.MAX_BODY_BYTES }),
  async (c) => {
    const order = c.req.valid("json");
    const tenantId = await tenantOf(c, order.tenantId);
    const traceId = traceOf(c, order.traceId);
    const audio = settle(readAudio(order.audioBase64, order.mimeType));
    const caller = await callerOf(c, tenantId, "voice.transcribe", traceId);
    const opened = await needSpeech(caller);
    const { speech } = opened;
    const language = languageIn(order.language) ?? speech.voices[0]?.language ?? "es";
    const heard = await meterSpeech(caller, opened, {
      model: "stt",
      unit: "second",
      most: mostSecondsOf(audio),
      run: async (metered) => {
        const value = await metered.transcribe(audio.bytes, audio.type, language);
        if (value === undefined) return undefined;
        // A provider that heard nobody may say that this took no time; it is paid all the same.
        const unitsIn = Math.ceil((value.durationMs ?? 0) / 1_000) || secondsOf(audio);
        return { value, used: { unitsIn, unitsOut: 0 } };
      },
    });
    const { text, confidence, durationMs } = heard;
    const end = (durationMs ?? 0) / 1_000;
    const body = {
      traceId,
      tenantId,
      text,
      language,
      ...(durationMs === undefined ? {} : { durationMs }),
      segments:
        text === ""
          ? []
          : [{ start: 0, end, text, ...(confidence === undefined ? {} : { confidence }) }],
      provider: speech.provider,
    };
    return json(c, body, 200, headersOf(traceId, speech));
  },
);

function headersOf(traceId: string, speech: Speech | undefined) {
  return aiHeaders(traceId, speech?.provider ?? "none");
}

async function needSpeech(caller: Caller): Promise<Opened> {
  const refusal = notConfigured("No speech provider is configured.");
  return settle((await speechOf(caller)) ?? refusal);
}

function noTokens() {
  return notConfigured("The speech provider gives no tokens to browsers.");
}

function notConfigured(message: string) {
  return refuse(503, "voice_not_configured", message, { retryAfterSeconds: UNCONFIGURED_SECONDS });
}

function chooseVoice({ voices }: Speech, name: string | undefined, language: string) {
  const base = language.split("-", 1)[0]?.toLowerCase() ?? "";
  const found: Voice | undefined =
    name === undefined
      ? (voices.find((voice) => voice.language.toLowerCase() === language.toLowerCase()) ??
        voices.find((voice) => voice.language.split("-", 1)[0] === base))
      : voices.find((voice) => voice.name === name);
  const known = voices.map((voice) => voice.name).join(", ");
  return found ?? refuse(400, "unknown_voice", `There is no such voice; known: ${known}.`);
}
