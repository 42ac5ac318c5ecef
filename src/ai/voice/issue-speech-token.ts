import { doneBy, recordAudit } from "../../access/audit.ts";
import type { Doer } from "../../access/principal.ts";
import { isRefusal } from "../../http/index.ts";
import { database, timeOf } from "../../platform/index.ts";
import type { Caller } from "../providers/ask-model.ts";
import { meterSpeech } from "./meter-speech.ts";
import { needSpeech, notConfigured } from "./need-speech.ts";
import { takeToken } from "./take-token.ts";

/** A browser gets a new one when this much of the old one's time is over. */
const REFRESH_AFTER = 0.9;

/** A token by which a browser talks to the provider itself, for a short while. */
export async function issueSpeechToken(caller: Caller, by: Doer) {
  const opened = await needSpeech(caller);
  if (isRefusal(opened)) return opened;
  const { provider, token: gives } = opened.speech;
  if (gives === undefined) {
    return notConfigured("The speech provider gives no tokens to browsers.");
  }
  const now = caller.platform.now();
  const refused = takeToken(by.subject, now);
  if (refused !== undefined) return refused;
  const made = await meterSpeech(caller, opened, {
    model: "token",
    unit: "second",
    most: 0,
    run: async ({ token }) => {
      const value = await token?.();
      return value && { value, used: { unitsIn: 0, unitsOut: 0 } };
    },
  });
  if (isRefusal(made)) return made;
  await recordAudit(database(caller.env), {
    at: now,
    ...doneBy(by),
    action: "ai.speech_token.issued",
    tenantId: caller.tenantId,
    detail: { provider },
  });
  return {
    provider,
    ...made,
    tokenType: "Bearer",
    expiresAt: timeOf(now + made.expiresInSeconds * 1_000),
    refreshAfterSeconds: Math.floor(made.expiresInSeconds * REFRESH_AFTER),
  };
}
