import { eitherOf, signalOf } from "../layer.ts";
import { MAX_URLS } from "../../reading/find-links.ts";
import { linkSignals } from "./link-signals.ts";
import type { Reading } from "../../reading/read-message.ts";
import { senderSignals } from "./sender.ts";
import { SIGNAL_WEIGHTS, type Found, type FormContext } from "./signals.ts";
import { wordingSignals } from "./wording-signals.ts";

export interface Form {
  /** 0 to 100. */
  score: number;
  signals: string[];
  /** The links of the message, whether they are a sign of anything or not. */
  urls: string[];
}

const SEEN_OFTEN = 5;

/**
 * The first layer: judges who writes, and how the message is made. Lists and history come with the
 * context.
 */
export function scoreForm(reading: Reading, context: FormContext = {}): Form {
  const { message } = reading;
  const found: Found[] = [];
  if (context.listed === "deny") found.push({ id: "sender_denied" });
  found.push(...senderSignals(message.sender, message.channel, context));
  found.push(...linkSignals(reading, context), ...wordingSignals(reading));
  if ((context.seen ?? 0) >= SEEN_OFTEN)
    found.push({ id: "seen_repeatedly", value: String(context.seen) });
  const urls = [...new Set(reading.named.map(({ url }) => url.toWellFormed()))].slice(0, MAX_URLS);
  const signals = found.map(({ id, value }) => signalOf(id, value));
  if (context.listed === "allow")
    return { score: 0, signals: ["sender_allowed", ...signals], urls };
  return { score: scoreOf(found), signals, urls };
}

function scoreOf(found: readonly Found[]): number {
  return Math.round(100 * eitherOf(...found.map(({ id }) => SIGNAL_WEIGHTS[id])));
}
