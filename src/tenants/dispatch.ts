import { failureOf } from "../http/index.ts";
import { groupsOf, sendInTime, type Platform } from "../platform/index.ts";

const MAX_BATCH = 100;

/**
 * Sends stored events to the queue for webhooks. If that fails, the job `sweepEvents` finds them
 * later.
 */
export async function dispatch(
  env: Cloudflare.Env,
  eventIds: readonly string[],
  { log }: Pick<Platform, "log">,
): Promise<void> {
  for (const some of groupsOf(eventIds, MAX_BATCH)) {
    try {
      await sendInTime(env.WEBHOOKS.sendBatch(some.map((eventId) => ({ body: { eventId } }))));
    } catch (error) {
      const reason = failureOf(error);
      log({ level: "warn", event: "webhook_queue_failed", eventIds: some, reason });
      return;
    }
  }
}
