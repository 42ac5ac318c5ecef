import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { keyOf } from "../../src/ai/documents/drop-file.ts";
import { documentJob, type DocumentJob } from "../../src/ai/documents/send-long.ts";
import { MAX_TEXT } from "../../src/ai/documents/limits.ts";
import * as schemas from "../../src/ai/documents/schemas.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { consume } from "../../src/queues.ts";
import { aFile, anAppWithConversion, PDF } from "../support/markdown-conversion.ts";
import { aMember, aTenant } from "../support/people.ts";

const FILLER = "The harbour office keeps a ledger of the ships that came and of what they had. ";
const LONG = FILLER.repeat(Math.ceil(MAX_TEXT / FILLER.length));

async function deliver(job: DocumentJob): Promise<void> {
  const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body: job };
  const batch = createMessageBatch("documents", [message]);
  await consume(batch, env, { ...livePlatform, log: () => {} });
  await getQueueResult(batch, createExecutionContext());
}

it("a file with a long text is queued, and indexed with the text of its first conversion", async () => {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const jobs: DocumentJob[] = [];
  const send = async (job: DocumentJob) => void jobs.push(documentJob.parse(job));
  const DOCUMENTS = { send } as unknown as Cloudflare.Env["DOCUMENTS"];
  const said = (name: string) => `# Ledger\n\n${LONG}\n\n<!-- unseen -->Kept by ${name}.`;
  const { ask, converted } = anAppWithConversion([said("Rui"), said("Eva")], { DOCUMENTS });
  const put = async () => {
    const body = { tenantId, title: "L", source: "wiki", mimeType: PDF, contentBase64: aFile(PDF) };
    const answer = await ask("PUT", "/ai/documents/ledger", as, body);
    return { status: answer.status, receipt: schemas.receipt.parse(await answer.json()) };
  };
  const queued = { status: "queued", changed: true };
  expect(await put()).toMatchObject({ status: 202, receipt: queued });
  // Sent again before indexing, the file is the same upload, although its conversion differs.
  expect(await put()).toMatchObject({ status: 202, receipt: queued });
  const [job] = jobs;
  expect(jobs).toEqual([job, job]);
  if (job === undefined || !("uploadId" in job)) throw new Error("nothing was sent");
  const waiting = await env.OBJECTS.get(keyOf(tenantId, job.uploadId));
  expect(await waiting?.text()).toBe(said("Rui"));
  for (const one of jobs) await deliver(one);
  expect(await put()).toMatchObject({ status: 200, receipt: { version: 1, changed: false } });
  expect(converted).toHaveLength(2);
  const found = await ask("GET", `/ai/documents/ledger?tenantId=${tenantId}`, as);
  const { text, status, mimeType } = schemas.storedDocument.parse(await found.json());
  expect([status, mimeType]).toEqual(["indexed", PDF]);
  expect(text.endsWith("Kept by Rui.")).toBe(true);
  expect(text).not.toContain("unseen");
});
