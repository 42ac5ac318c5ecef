import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { consumeEvents } from "../../../src/events/index.ts";
import { livePlatform, type LogLine } from "../../../src/platform/index.ts";
import { aTenant } from "../../support/people.ts";

it("an EVENTS_FORWARD_URL that is no address keeps events archived and queued; the log names it, not its value", async () => {
  const tenant = await aTenant();
  const stamps = { tenant_id: tenant, agent_id: "agent-1", ingest_id: "1", event_id: null };
  const body = JSON.stringify({ ...stamps, received_at: "2026-02-03T04:05:06.000Z" });
  const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body };
  const batch = createMessageBatch("events", [message]);
  const bindings = { ...env, EVENTS_FORWARD_URL: "siem.example/collect?token=hidden" };
  const lines: LogLine[] = [];
  await consumeEvents(batch, bindings, { ...livePlatform, log: (line) => lines.push(line) });
  const result = await getQueueResult(batch, createExecutionContext());
  expect(result.retryMessages).toHaveLength(1);
  const { objects } = await env.OBJECTS.list({ prefix: `events/2026-02-03/${tenant}/` });
  expect(objects).toHaveLength(1);
  const reason = expect.stringContaining("EVENTS_FORWARD_URL cannot be read");
  expect(lines).toMatchObject([{ event: "events_not_consumed", step: "forward_failed", reason }]);
  expect(JSON.stringify(lines)).not.toContain("hidden");
});
