import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { database, livePlatform, type LogLine } from "../../src/platform/index.ts";
import { eventStatement, waitingEvents } from "../../src/tenants/index.ts";
import { consumeDeadWebhooks, consumeWebhooks } from "../../src/webhooks/index.ts";
import { aTenant } from "../support/people.ts";

const NONE = [null, {}, { eventId: 5 }, "evt_x", [], { eventId: "" }];

async function anEvent(): Promise<string> {
  const id = `evt_${crypto.randomUUID()}`;
  const event = { id, tenantId: await aTenant(), type: "ping", data: {}, createdAt: Date.now() };
  await eventStatement(database(env), event);
  return id;
}

/** Consumes the bodies as one batch and returns the result of each. */
async function consume(queue: "webhooks" | "webhooks-dead", bodies: unknown[]) {
  const messages = bodies.map((body, at) => ({
    id: String(at),
    timestamp: new Date(),
    attempts: 1,
    body,
  }));
  const batch = createMessageBatch(queue, messages);
  const lines: LogLine[] = [];
  const platform = { ...livePlatform, log: (line: LogLine) => lines.push(line) };
  const run = queue === "webhooks" ? consumeWebhooks : consumeDeadWebhooks;
  await run(batch, env, platform);
  return { result: await getQueueResult(batch, createExecutionContext()), lines };
}

describe("a message of the webhook queue that names no event", () => {
  it.each(NONE.map((body) => [body]))(
    "%j is retried with a log line, and the other event of the batch is dispatched",
    async (body) => {
      const id = await anEvent();
      const { result, lines } = await consume("webhooks", [body, { eventId: id }]);
      expect(result.explicitAcks).toEqual(["1"]);
      expect(result.retryMessages.map(({ msgId }) => msgId)).toEqual(["0"]);
      expect(await waitingEvents(database(env), Date.now() + 1)).not.toContain(id);
      expect(lines.map(({ event }) => event)).toEqual(["webhook_fan_out_failed"]);
    },
  );

  it("is retried if it is alone in its batch", async () => {
    const { result } = await consume("webhooks", [null]);
    expect(result.retryMessages).toHaveLength(1);
  });

  it("is acknowledged with a log line among the dead letters", async () => {
    const { result, lines } = await consume("webhooks-dead", [...NONE, { eventId: "evt_1" }]);
    expect(result.ackAll).toBe(true);
    expect(lines).toMatchObject([{ event: "webhook_events_dead" }]);
    expect(lines[0]).toMatchObject({ eventIds: expect.arrayContaining(["evt_1"]) as unknown });
  });
});
