import { claimedBySystem } from "../../access/claim-tenant.ts";
import { failureOf, isRefusal } from "../../http/index.ts";
import { sendInTime, type Platform } from "../../platform/index.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import { cutChunks } from "../knowledge/chunk.ts";
import { fieldsOf } from "../knowledge/uploads.ts";
import { readDocument } from "./read-document.ts";
import { MAX_LONG_TEXT } from "./limits.ts";
import { keyOf } from "./drop-file.ts";
import { giveUpUpload } from "./give-up-upload.ts";
import { documentJob, type DocumentJob } from "./send-long.ts";

const FIRST_RETRY_SECONDS = 20;
/**
 * How much longer each wait is than the one before. The five of wrangler.toml take almost two hours:
 * what is given up is deleted, and an outage of R2 or of an object is no reason for that.
 */
const GROWS_BY = 4;
/**
 * With the tries of both queues in wrangler.toml this gives four days: time to deploy a version that
 * can read the message.
 */
const UNREADABLE_RETRY_SECONDS = 3600;
/** Pieces in one call of the object. Between the calls it can answer others. */
const PIECES_A_CALL = 150;
const REINDEXED_A_CALL = 10;
const REINDEXED_A_MESSAGE = 500;

/** Indexes long documents, and all documents of a tenant again if that was asked for. */
export async function consumeDocuments(
  batch: MessageBatch,
  env: Cloudflare.Env,
  platform: Platform,
): Promise<void> {
  for (const message of batch.messages) {
    const job = readJob(message, platform);
    if (job === undefined) continue;
    try {
      await doJob(env, job, platform.now());
      message.ack();
    } catch (error) {
      const { attempts } = message;
      platform.log({
        level: "error",
        event: "document_job_failed",
        ...job,
        attempts,
        reason: failureOf(error),
      });
      message.retry({ delaySeconds: FIRST_RETRY_SECONDS * GROWS_BY ** (attempts - 1) });
    }
  }
}

/**
 * Takes jobs that failed at every delivery or ended their Worker each time. The document then says that
 * it failed.
 */
export async function consumeDeadDocuments(
  batch: MessageBatch,
  env: Cloudflare.Env,
  platform: Platform,
): Promise<void> {
  for (const message of batch.messages) {
    const job = readJob(message, platform);
    if (job === undefined) continue;
    platform.log({ level: "error", event: "document_job_dead", ...job });
    if ("uploadId" in job) await giveUpUpload(env, job, platform.now());
    message.ack();
  }
}

/**
 * Reads a job. Undefined for a job of another version. That one stays in the queue, because nothing
 * else knows of its document.
 */
function readJob(message: Message, { log }: Platform): DocumentJob | undefined {
  const read = documentJob.safeParse(message.body);
  if (read.success) return read.data;
  log({ level: "error", event: "document_job_unreadable", messageId: message.id });
  message.retry({ delaySeconds: UNREADABLE_RETRY_SECONDS });
  return undefined;
}

async function doJob(env: Cloudflare.Env, job: DocumentJob, now: number): Promise<void> {
  if ("uploadId" in job) await indexUpload(env, job.tenantId, job.uploadId, now);
  else await reindex(env, job);
}

/** Indexes an upload, from where an earlier delivery was cut off. Repeating a step changes nothing. */
async function indexUpload(
  env: Cloudflare.Env,
  tenantId: string,
  uploadId: string,
  now: number,
): Promise<void> {
  const knowledge = knowledgeOf(env, claimedBySystem(tenantId));
  const key = keyOf(tenantId, uploadId);
  const upload = await knowledge.beginUpload(uploadId);
  const raw = upload && (await (await env.OBJECTS.get(key))?.text());
  if (upload !== undefined) {
    const { mimeType } = fieldsOf(upload);
    const failed = await index(knowledge, upload, raw, mimeType);
    if (failed !== undefined) await knowledge.failUpload(uploadId, failed, now);
  }
  // The text is kept as it was indexed, so the file that was sent is not needed any more.
  await env.OBJECTS.delete(key);
}

type Knowledge = ReturnType<typeof knowledgeOf>;

/** Indexes and publishes a text. Gives the reason if it can never be indexed. */
async function index(
  knowledge: Knowledge,
  upload: { id: string; staged: number },
  raw: string | undefined,
  mimeType: string,
): Promise<string | undefined> {
  if (raw === undefined) return "upload_lost";
  const read = readDocument(raw, mimeType);
  if (isRefusal(read)) return read.error;
  const { text, removed } = read;
  if (text === "") return "invalid_document";
  if (text.length > MAX_LONG_TEXT) return "document_too_large";
  const chunks = cutChunks(text);
  let from: number | undefined = upload.staged;
  while (from !== undefined && from < chunks.length) {
    const pieces = chunks
      .slice(from, from + PIECES_A_CALL)
      .map((chunk) => ({ ...chunk, text: text.slice(chunk.start, chunk.end) }));
    from = await knowledge.stage(upload.id, { pieces, from });
  }
  // Undefined: another version replaced the upload, or it was dropped or failed.
  if (from !== undefined) {
    await knowledge.publish(upload.id, { text, removed, pieces: chunks.length });
  }
  return undefined;
}

async function reindex(env: Cloudflare.Env, job: DocumentJob): Promise<void> {
  const knowledge = knowledgeOf(env, claimedBySystem(job.tenantId));
  for (let done = 0; done < REINDEXED_A_MESSAGE; done += REINDEXED_A_CALL) {
    if ((await knowledge.reindex(REINDEXED_A_CALL)) === 0) return;
  }
  await sendInTime(env.DOCUMENTS.send(job));
}
