import { MAX_URLS } from "./find-links.ts";
import { linkSignals } from "./link-signals.ts";
import { readMessage, type Message, type Reading } from "./read-message.ts";
import { senderSignals } from "./sender.ts";
import { SIGNAL_WEIGHTS, type Found, type FormContext } from "./signals.ts";
import { wordingSignals } from "./wording-signals.ts";

export interface Form {
  /** 0 to 100. */
  score: number;
  signals: string[];
  urls: string[];
}

const SEEN_OFTEN = 5;
const MAX_VALUE = 64;

/** The first layer: who writes, and how the message is made. Pure; lists and history come with the context. */
export function scoreForm(
  message: Message,
  context: FormContext = {},
  reading: Reading = readMessage(message),
): Form {
  const found: Found[] = [];
  if (context.listed === "deny") found.push({ id: "sender_denied" });
  found.push(...senderSignals(message.sender, message.channel, context));
  found.push(...linkSignals(reading, context), ...wordingSignals(reading));
  if ((context.seen ?? 0) >= SEEN_OFTEN)
    found.push({ id: "seen_repeatedly", value: String(context.seen) });
  const urls = [...new Set(reading.links.map((link) => link.url))].slice(0, MAX_URLS);
  if (context.listed === "allow")
    return { score: 0, signals: ["sender_allowed", ...found.map(write)], urls };
  return { score: scoreOf(found), signals: found.map(write), urls };
}

/** Independent evidence: what remains of the doubt after each signal took its share. */
function scoreOf(found: readonly Found[]): number {
  const doubt = found.reduce((left, { id }) => left * (1 - SIGNAL_WEIGHTS[id]), 1);
  return Math.round((1 - doubt) * 100);
}

function write({ id, value }: Found): string {
  return value === undefined ? id : `${id}:${value.slice(0, MAX_VALUE)}`;
}
