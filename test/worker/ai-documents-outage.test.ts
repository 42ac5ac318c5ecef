import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { consumeDocuments } from "../../src/ai/documents/consumer.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { aTenant } from "../support/people.ts";

/** As `max_retries` of the queue `documents` in wrangler.toml. */
const RETRIES = 5;
const HOUR_SECONDS = 3_600;

const down = () => Promise.reject(new Error("get: We encountered an internal error. (10001)"));
const bindings = { ...env, OBJECTS: { get: down, delete: down } as unknown as R2Bucket };

/** After how many seconds a job is to come again that has failed so many times. */
async function waitAfter(attempts: number): Promise<number> {
  let wait = 0;
  const retry = ({ delaySeconds = 0 }: QueueRetryOptions = {}) => {
    wait = delaySeconds;
  };
  const body = { tenantId: await aTenant(), uploadId: crypto.randomUUID() };
  const messages = [{ id: crypto.randomUUID(), attempts, body, retry }];
  const batch = { queue: "documents", messages } as unknown as MessageBatch;
  await consumeDocuments(batch, bindings, { ...livePlatform, log: () => undefined });
  return wait;
}

it("a long document outlives an outage of R2 for an hour, and is indexed soon after a short one", async () => {
  const tries = Array.from({ length: RETRIES }, (_, at) => waitAfter(at + 1));
  const waits = await Promise.all(tries);
  expect(waits[0]).toBeLessThanOrEqual(20);
  expect(waits.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(HOUR_SECONDS);
});
