import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { DocumentJob } from "../../src/ai/documents/send-long.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { consume } from "../../src/queues.ts";
import { anApp } from "./app.ts";
import { aLamp, aPerson } from "./restricted.ts";

/** A tenant whose queue keeps what it is given until the test delivers it. */
export async function aLongLamp() {
  const lamp = await aLamp();
  const jobs: DocumentJob[] = [];
  const DOCUMENTS = { send: async (job: DocumentJob) => void jobs.push(job) };
  const { request } = anApp({}, { DOCUMENTS } as unknown as Partial<Cloudflare.Env>);
  const put = async (more: object) => {
    const answer = await request("/ai/documents/lamp", {
      method: "PUT",
      headers: { authorization: `Bearer ${lamp.as}`, "content-type": "application/json" },
      body: JSON.stringify({ ...lamp.note, ...more }),
    });
    return { status: answer.status, body: await answer.json<Record<string, unknown>>() };
  };
  const deliver = async (job = jobs.at(-1)) => {
    const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body: job };
    const batch = createMessageBatch("documents", [message]);
    await consume(batch, env, { ...livePlatform, log: () => {} });
  };
  const ana = await aPerson("analyst", lamp.tenantId);
  const owner = await aPerson("owner", lamp.tenantId);
  const who = async () => [await lamp.finds(ana.as), await lamp.finds(owner.as)];
  return { ...lamp, jobs, put, deliver, who };
}
