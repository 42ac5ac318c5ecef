import type { Platform } from "../platform/index.ts";
import type { WebhookMessage } from "./announce.ts";
import { fanOut } from "./fan-out.ts";

const RETRY_SECONDS = 10;

/** An event that did not reach every endpoint is tried again alone; its neighbours are done with. */
export async function consumeWebhooks(
  batch: MessageBatch,
  env: Cloudflare.Env,
  { now, log }: Platform,
): Promise<void> {
  const idOf = (message: Message) => (message.body as WebhookMessage).eventId;
  const ids = batch.messages.map(idOf);
  let failed: ReadonlySet<string>;
  let reason = "an endpoint's object is out of reach";
  try {
    failed = await fanOut(env, ids, now());
  } catch (error) {
    failed = new Set(ids);
    reason = String(error);
  }
  if (failed.size > 0) {
    log({ level: "warn", event: "webhook_fan_out_failed", eventIds: [...failed], reason });
  }
  for (const message of batch.messages) {
    if (failed.has(idOf(message))) message.retry({ delaySeconds: RETRY_SECONDS });
    else message.ack();
  }
}
