import { consumeDeadDocuments, consumeDocuments } from "./ai/documents/consumer.ts";
import { consumeDeadEvents, consumeEvents, delayAfter } from "./events/consumer.ts";
import { failureOf } from "./http/index.ts";
import type { Platform } from "./platform/index.ts";
import { consumeDeadWebhooks, consumeWebhooks } from "./webhooks/consumer.ts";

type Consumer = (batch: MessageBatch, env: Cloudflare.Env, platform: Platform) => Promise<void>;

const CONSUMERS: Readonly<Record<string, Consumer>> = {
  events: consumeEvents,
  "events-dead": consumeDeadEvents,
  webhooks: consumeWebhooks,
  "webhooks-dead": consumeDeadWebhooks,
  documents: consumeDocuments,
  "documents-dead": consumeDeadDocuments,
};

/** Hands a batch to the consumer of its queue. */
export async function consume(batch: MessageBatch, env: Cloudflare.Env, platform: Platform) {
  const consumer = CONSUMERS[batch.queue];
  if (consumer === undefined) throw new Error(`nobody consumes the queue ${batch.queue}`);
  try {
    await consumer(batch, env, platform);
  } catch (error) {
    // An error that is thrown would be logged by the platform in full, with data of the batch.
    const { queue, messages } = batch;
    platform.log({ level: "error", event: "batch_not_consumed", queue, reason: failureOf(error) });
    // With no delay, all retries would be used up before the store that failed is back.
    const attempts = Math.max(1, ...messages.map((message) => message.attempts));
    batch.retryAll({ delaySeconds: delayAfter(attempts) });
  }
}
