import {
  DAY_MS,
  MINUTE_MS,
  pagesOfFiles,
  sendInTime,
  tryEach,
  type Platform,
} from "../../platform/index.ts";
import { UPLOADS } from "./drop-file.ts";
import { giveUpUpload } from "./give-up-upload.ts";
import type { DocumentJob } from "./send-long.ts";

/** A job is done in seconds. What takes longer fails or waits, and a second job does no harm to it. */
const SENT_AGAIN_AFTER_MS = 15 * MINUTE_MS;
/** Longer than both queues keep a job: by then nothing else knows of the document. */
const LOST_AFTER_MS = 9 * DAY_MS;
const MOST_AT_ONCE = 200;

type UploadJob = Extract<DocumentJob, { uploadId: string }>;

/**
 * Sends the jobs of uploads again that are not done yet, and gives up those whose job is gone for good.
 * Each has its file still: whoever ends an upload deletes that last.
 */
export async function giveUpLost(env: Cloudflare.Env, { now, log }: Platform): Promise<void> {
  const [late, lost] = [now() - SENT_AGAIN_AFTER_MS, now() - LOST_AFTER_MS];
  const [waiting, given] = [new Draw<UploadJob>(), new Draw<UploadJob>()];
  for await (const { sentAt, ...one } of filesOf(env)) {
    if (sentAt < lost) given.add(one);
    else if (sentAt < late) waiting.add(one);
  }
  // One that fails does not hold up the others.
  const sent = await tryEach(waiting.taken, async (one) => sendInTime(env.DOCUMENTS.send(one)));
  for (const one of sent.done) log({ level: "warn", event: "document_job_sent_again", ...one });
  const { done, failed } = await tryEach(given.taken, async (one) => giveUpUpload(env, one, now()));
  for (const one of done) log({ level: "error", event: "document_job_lost", ...one });
  const failure = failed ?? sent.failed;
  if (failure !== undefined) throw failure.reason;
}

/**
 * Takes as many as one run may, any of all: the first ones might be those that fail each time, and
 * the others would never have their turn.
 */
class Draw<T> {
  readonly taken: T[] = [];
  private seen = 0;

  add(one: T): void {
    this.seen += 1;
    const isFull = this.taken.length >= MOST_AT_ONCE;
    const at = isFull ? Math.floor(Math.random() * this.seen) : this.taken.length;
    if (at < MOST_AT_ONCE) this.taken[at] = one;
  }
}

async function* filesOf({ OBJECTS }: Cloudflare.Env) {
  for await (const page of pagesOfFiles(OBJECTS, `${UPLOADS}/`)) {
    for (const { key, uploaded } of page) {
      const [tenantId, uploadId] = key.slice(UPLOADS.length + 1).split("/");
      if (tenantId === undefined || uploadId === undefined) continue;
      yield { tenantId, uploadId, sentAt: uploaded.getTime() };
    }
  }
}
