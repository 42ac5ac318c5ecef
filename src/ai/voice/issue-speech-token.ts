import { doneBy, recordAudit } from "../../access/audit.ts";
import type { Person } from "../../access/principal.ts";
import { isRefusal } from "../../http/index.ts";
import { database, timeOf } from "../../platform/index.ts";
import type { Caller } from "../caller.ts";
import type { SpeechProvider } from "./find-speech.ts";
import { issueOwnToken } from "./issue-own-token.ts";
import { meterSpeech } from "./meter-speech.ts";
import { needSpeech, notConfigured } from "./need-speech.ts";
import { takeToken } from "./take-token.ts";

/** A browser gets a new token when this share of the old one's lifetime is over. */
const REFRESH_AFTER = 0.9;

/**
 * Issues a token with which a browser talks to the provider for a short time: directly, or through us
 * at `stream`.
 */
export async function issueSpeechToken(caller: Caller, by: Person, stream: string) {
  const found = await needSpeech(caller);
  if (isRefusal(found)) return found;
  const { token: gives, listen } = found.speech;
  if ((gives ?? listen) === undefined) {
    return notConfigured("The speech provider gives no tokens to browsers.");
  }
  const now = caller.platform.now();
  const refused = takeToken(by.subject, now);
  if (refused !== undefined) return refused;
  const made =
    listen === undefined
      ? await askForToken(caller, found)
      : await issueOwnToken(caller, found, by, stream);
  if (isRefusal(made)) return made;
  await recordAudit(database(caller.env), {
    at: now,
    ...doneBy(by),
    action: "ai.speech_token.issued",
    tenantId: caller.tenantId,
    detail: { provider: made.provider },
  });
  return {
    ...made,
    tokenType: "Bearer",
    expiresAt: timeOf(now + made.expiresInSeconds * 1_000),
    refreshAfterSeconds: Math.floor(made.expiresInSeconds * REFRESH_AFTER),
  };
}

async function askForToken(caller: Caller, found: SpeechProvider) {
  const made = await meterSpeech(caller, found, {
    model: "token",
    unit: "second",
    most: 0,
    run: async ({ token }) => {
      const value = await token?.();
      return value && { value, used: { unitsIn: 0, unitsOut: 0 } };
    },
  });
  return isRefusal(made) ? made : { provider: found.speech.provider, ...made };
}
