import { erasedAmong } from "../access/erased-tenants.ts";
import { failureOf } from "../http/index.ts";
import { database, readAddress, sendInTime, type Platform } from "../platform/index.ts";
import { archive } from "./archive.ts";
import { readDeadLetter, writeDeadLetter } from "./dead-letter.ts";
import type { DeadReason } from "./dead-reasons.ts";
import { forward } from "./forward.ts";
import { keepDeadEvents } from "./keep-dead-events.ts";
import { readMessage, type QueuedEvent } from "./read-message.ts";
import { findDone, noteArchived, noteForwarded } from "./store.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      EVENTS: Queue<string>;
      EVENTS_DEAD: Queue<string>;
      /** Where batches of events are sent on to, if anywhere. */
      EVENTS_FORWARD_URL?: string;
      EVENTS_FORWARD_TOKEN?: string;
    }
  }
}

/** As `max_retries` in wrangler.toml. After the last try the event goes to the dead queue. */
export const MAX_RETRIES = 5;
const FIRST_DELAY_SECONDS = 5;
const MAX_DELAY_SECONDS = 900;

type Read = { message: Message; event: QueuedEvent };

/** Archives each event once and forwards it once, however often the queue delivers it. */
export async function consumeEvents(
  batch: MessageBatch,
  env: Cloudflare.Env,
  platform: Platform,
): Promise<void> {
  const read: Read[] = [];
  const dead: [Message, DeadReason][] = [];
  for (const message of batch.messages) {
    const event = readMessage(message.body);
    if (event !== undefined) read.push({ message, event });
    else dead.push([message, "malformed"]);
  }
  const failure = await archiveAndForward(read, env, platform);
  for (const { message, event } of read) {
    if (failure?.keys.has(event.key) !== true) message.ack();
    else if (message.attempts > MAX_RETRIES) dead.push([message, failure.step]);
    else message.retry({ delaySeconds: delayAfter(message.attempts) });
  }
  // Last, so that nothing else waits for them if the dead queue is down.
  for (const [message, reason] of dead) await sendToDeadQueue(env, message, reason);
}

interface Failure {
  step: DeadReason;
  /** Keys of the events that are not done. */
  keys: ReadonlySet<string>;
}

/** Archives and forwards what is not done yet. Undefined when all events are done. */
async function archiveAndForward(
  read: Read[],
  env: Cloudflare.Env,
  platform: Platform,
): Promise<Failure | undefined> {
  const db = database(env);
  const events = new Map(read.map(({ event }) => [event.key, event]));
  let step: DeadReason = "database_failed";
  try {
    const tenants = new Set(read.map(({ event }) => event.tenantId));
    const [erased, done] = await Promise.all([
      erasedAmong(db, [...tenants]),
      findDone(db, [...events.keys()]),
    ]);
    // Events of a tenant that was erased meanwhile are dropped.
    for (const [key, { tenantId }] of events) if (erased.has(tenantId)) events.delete(key);
    step = "archive_failed";
    const fresh = [...events.values()].filter(({ key }) => !done.has(key));
    const url = env.EVENTS_FORWARD_URL;
    // From here on `events` holds what still has to be done, wherever this breaks off.
    for (const [key, { forwarded }] of done) if (forwarded || !url) events.delete(key);
    await archive(env.OBJECTS, fresh, async (filed) => {
      await noteArchived(db, keysOf(filed), platform.now());
      if (!url) for (const key of keysOf(filed)) events.delete(key);
    });
    if (!url || events.size === 0) return undefined;
    step = "forward_failed";
    // The runtime's own error of a malformed address would tell it, with what it may hold of secrets.
    const { href } = readAddress("EVENTS_FORWARD_URL", url);
    const target = { url: href, token: env.EVENTS_FORWARD_TOKEN, fetch: platform.fetch };
    const refused = await forward(target, [...events.values()], async (taken) => {
      await noteForwarded(db, keysOf(taken), platform.now());
      for (const key of keysOf(taken)) events.delete(key);
    });
    if (refused.length === 0) return undefined;
    platform.log({ level: "error", event: "events_refused", step, events: refused.length });
    return { step, keys: new Set(keysOf(refused)) };
  } catch (error) {
    platform.log({ level: "error", event: "events_not_consumed", step, reason: failureOf(error) });
    return { step, keys: new Set(events.keys()) };
  }
}

function keysOf(events: readonly QueuedEvent[]): string[] {
  return events.map(({ key }) => key);
}

export function delayAfter(attempts: number): number {
  return Math.min(FIRST_DELAY_SECONDS * 2 ** (attempts - 1), MAX_DELAY_SECONDS);
}

async function sendToDeadQueue(
  env: Cloudflare.Env,
  message: Message,
  reason: DeadReason,
): Promise<void> {
  const letter = writeDeadLetter(reason, message.body);
  await sendInTime(env.EVENTS_DEAD.send(letter, { contentType: "text" }));
  message.ack();
}

/** Keeps dead letters where operators can read them and send them back. */
export async function consumeDeadEvents(
  batch: MessageBatch,
  env: Cloudflare.Env,
  platform: Platform,
): Promise<void> {
  const letters = batch.messages.map(({ id, body }) => ({ id, ...readDeadLetter(body) }));
  await keepDeadEvents(database(env), letters, platform);
  batch.ackAll();
}
