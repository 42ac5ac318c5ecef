import { createMessageBatch, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { consumeDocuments } from "../../src/ai/documents/consumer.ts";
import { runJobs } from "../../src/jobs.ts";
import { Outbox } from "../../src/fleet/agent/outbox.ts";
import { livePlatform, SEND_WITHIN_MS, type LogLine } from "../../src/platform/index.ts";
import { anAgent, stubOf } from "../support/agent.ts";
import { call } from "../support/call.ts";
import { fillOutbox } from "../support/fill-outbox.ts";
import { aTenant } from "../support/people.ts";
import { aReceiver } from "../support/webhook-endpoint.ts";

const BROKEN = { sendBatch: () => Promise.reject(new Error("it is down")) };

describe("the log of work after a request", () => {
  it("names the agent whose events could not be sent", async () => {
    const agent = await anAgent();
    const said = vi.spyOn(console, "log").mockImplementation(() => {});
    await runInDurableObject(stubOf(agent), async (_object, state) => {
      fillOutbox(state);
      const outbox = new Outbox(state.storage.sql, BROKEN as unknown as Queue<string>);
      expect(await outbox.flush(Date.now())).toBeGreaterThan(Date.now());
    });
    const lines = said.mock.calls.map(([line]) => String(line));
    said.mockRestore();
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual({
      level: "warn",
      event: "events_unsent",
      tenantId: agent.tenantId,
      agentId: agent.id,
      reason: "Error: it is down",
    });
  });

  it("says that a queue took too long, and the same events are sent again", async () => {
    const agent = await anAgent();
    const said = vi.spyOn(console, "log").mockImplementation(() => {});
    const sent: unknown[] = [];
    const answers = [new Promise<never>(() => {}), Promise.resolve()];
    const sendBatch = async (batch: unknown) => {
      sent.push(batch);
      return answers.shift();
    };
    await runInDurableObject(stubOf(agent), async (_object, state) => {
      fillOutbox(state, 1);
      const outbox = new Outbox(state.storage.sql, { sendBatch } as unknown as Queue<string>);
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const first = outbox.flush(Date.now());
      await vi.advanceTimersByTimeAsync(SEND_WITHIN_MS);
      vi.useRealTimers();
      expect(await first).toBeGreaterThan(Date.now());
      expect(await outbox.flush(Date.now())).toBeUndefined();
      expect(outbox.waiting).toBe(false);
    });
    expect(said.mock.calls.map(([line]) => String(line)).join()).toContain("took too long");
    said.mockRestore();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  it("names the document that could not be indexed", async () => {
    const job = { tenantId: await aTenant(), uploadId: "u-1" };
    const message = { id: "1", timestamp: new Date(), attempts: 1, body: job };
    const batch = createMessageBatch("documents", [message]);
    const lines: LogLine[] = [];
    const log = (line: LogLine) => void lines.push(line);
    const torn = { ...env, KNOWLEDGE: undefined } as unknown as Cloudflare.Env;
    await consumeDocuments(batch, torn, { ...livePlatform, log });
    expect(lines).toEqual([
      expect.objectContaining({ event: "document_job_failed", ...job, attempts: 1 }),
    ]);
    expect(lines[0]).toHaveProperty("reason");
  });
});

describe("a scheduled job that fails", () => {
  it("is named in the log, because several run at the same time", async () => {
    const lines: LogLine[] = [];
    const log = (line: LogLine) => void lines.push(line);
    const DB = {
      prepare: () => {
        throw new Error("it is down");
      },
    } as unknown as D1Database;
    await runJobs("* * * * *", { ...env, DB }, { ...livePlatform, log });
    expect(lines.map(({ event, job }) => ({ event, job }))).toEqual([
      { event: "job_failed", job: "sweepEvents" },
      { event: "job_failed", job: "refreshSources" },
      { event: "job_failed", job: "eraseTenants" },
      { event: "job_failed", job: "forgetDoneEvents" },
      { event: "job_failed", job: "runBulkOrders" },
      { event: "job_unrecorded", job: "sweepEvents" },
      { event: "job_unrecorded", job: "refreshSources" },
      { event: "job_unrecorded", job: "eraseTenants" },
      { event: "job_unrecorded", job: "forgetDoneEvents" },
      { event: "job_unrecorded", job: "runBulkOrders" },
    ]);
  });
});

describe("the audit log", () => {
  it("names a new endpoint's host without path and query, which may hold a secret", async () => {
    const url = "http://localhost:9/services/T0/s3cret?token=s3cret";
    const { tenantId, as } = await aReceiver(() => new Response("ok"), { url });
    const path = `/admin/audit?tenantId=${tenantId}&action=webhook.created`;
    const log = await call("GET", path, { as });
    expect(await log.json()).toMatchObject({
      items: [{ detail: { host: "localhost:9" } }],
    });
  });
});
