import type { Platform } from "../platform/index.ts";
import type { WebhookMessage } from "./announce.ts";
import { fanOut } from "./fan-out.ts";

const RETRY_SECONDS = 10;

/** One message that fails is tried again alone; its neighbours are done with. */
export async function consumeWebhooks(
  batch: MessageBatch,
  env: Cloudflare.Env,
  { now, log }: Platform,
): Promise<void> {
  for (const message of batch.messages) {
    const { eventId } = message.body as WebhookMessage;
    try {
      await fanOut(env, eventId, now());
      message.ack();
    } catch (error) {
      log({ level: "warn", event: "webhook_fan_out_failed", eventId, reason: String(error) });
      message.retry({ delaySeconds: RETRY_SECONDS });
    }
  }
}
