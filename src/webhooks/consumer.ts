import { failureOf } from "../http/index.ts";
import type { Platform } from "../platform/index.ts";
import type { WebhookMessage } from "../tenants/webhook-message.ts";
import { fanOut } from "./fan-out.ts";

const RETRY_SECONDS = 10;

/** Stands for the id of a message that cannot be read. It is tried again, for a newer version. */
const UNREAD = "";

/** Hands events to their endpoints; those that did not reach every endpoint are tried again. */
export async function consumeWebhooks(
  batch: MessageBatch,
  env: Cloudflare.Env,
  { now, log }: Platform,
): Promise<void> {
  const ids = batch.messages.map(idOf);
  const known = ids.filter((id) => id !== UNREAD);
  const failed = await fanOut(env, known, now()).catch(
    (error: unknown) => new Map(known.map((id) => [id, failureOf(error)])),
  );
  if (known.length < ids.length) failed.set(UNREAD, "unreadable");
  if (failed.size > 0) {
    const reason = [...new Set(failed.values())].join("; ");
    log({ level: "warn", event: "webhook_fan_out_failed", eventIds: [...failed.keys()], reason });
  }
  for (const message of batch.messages) {
    if (failed.has(idOf(message))) message.retry({ delaySeconds: RETRY_SECONDS });
    else message.ack();
  }
}

/** Only logs them: the events are in D1, where the job `sweepEvents` finds them. */
export async function consumeDeadWebhooks(
  batch: MessageBatch,
  _env: Cloudflare.Env,
  { log }: Platform,
): Promise<void> {
  log({ level: "error", event: "webhook_events_dead", eventIds: batch.messages.map(idOf) });
  batch.ackAll();
}

function idOf({ body }: Message): string {
  const id: unknown = (body as Partial<WebhookMessage> | null)?.eventId;
  return typeof id === "string" ? id : UNREAD;
}
