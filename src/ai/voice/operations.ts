import { AI_HEADERS } from "../caller.ts";
import { OVER_LIMIT } from "../usage/over-limit.ts";
import * as answers from "./answers.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["AI"];
const refused = { description: "The provider refuses it" };
const unavailable = { description: "No speech provider is configured, or it does not answer" };

export const voiceOperations: Abouts = {
  getVoiceCapability: {
    summary: "Say whether speech can be made and understood, and if not, why",
    tags,
    responses: { 200: { description: "Always", schema: answers.capability, headers: AI_HEADERS } },
  },
  getSpeechToken: {
    summary: "Get a short-lived token for speech recognition in the browser",
    tags,
    responses: {
      200: { description: "The token", schema: answers.speechToken, headers: AI_HEADERS },
      429: { description: "Too many tokens for one person, or past a limit of the tenant" },
      503: unavailable,
    },
  },
  synthesizeSpeech: {
    summary: "Speak a text",
    description:
      "With `Accept: audio/*`, not where JSON is wanted as much, the audio itself is the answer.",
    tags,
    responses: {
      200: {
        description: "The audio",
        schema: answers.synthesized,
        orType: "audio/mpeg",
        headers: AI_HEADERS,
      },
      422: refused,
      ...OVER_LIMIT,
      503: unavailable,
    },
  },
  transcribeSpeech: {
    summary: "Write down what is said in a recording",
    tags,
    responses: {
      200: {
        description: "The text; empty if nobody speaks",
        schema: answers.transcribed,
        headers: AI_HEADERS,
      },
      415: { description: "Not audio of a known kind, or not of the kind that was named" },
      422: refused,
      ...OVER_LIMIT,
      503: unavailable,
    },
  },
};
