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

/** A job is done in seconds. What takes longer fails or waits, and a second job does no harm to it. */
const SENT_AGAIN_AFTER_MS = 15 * MINUTE_MS;
/** Longer than both queues keep a job: by then nothing else knows of the document. */
const LOST_AFTER_MS = 9 * DAY_MS;
const MOST_AT_ONCE = 200;

/**
 * Sends the jobs of uploads again that are not done yet, because a Worker may have died before it sent
 * the job, and a local queue forgets it. Gives up uploads whose job is gone for good, for example
 * because the consumer of `documents-dead` failed for a day. Each has its file still: whoever ends an
 * upload deletes that last.
 */
export async function giveUpLost(env: Cloudflare.Env, { now, log }: Platform): Promise<void> {
  const [late, lost] = [now() - SENT_AGAIN_AFTER_MS, now() - LOST_AFTER_MS];
  const waiting = await drawSome(filesOf(env, (sentAt) => sentAt < late && sentAt >= lost));
  // One that fails does not hold up the others.
  const sent = await tryEach(waiting, async (one) => sendInTime(env.DOCUMENTS.send(one)));
  for (const one of sent.done) log({ level: "warn", event: "document_job_sent_again", ...one });
  const given = await drawSome(filesOf(env, (sentAt) => sentAt < lost));
  const { done, failed } = await tryEach(given, async (one) => giveUpUpload(env, one, now()));
  for (const one of done) log({ level: "error", event: "document_job_lost", ...one });
  const failure = failed ?? sent.failed;
  if (failure !== undefined) throw failure.reason;
}

/**
 * Takes as many as one run may, any of all: the first ones might be those that fail each time, and
 * the others would never have their turn.
 */
async function drawSome<T>(all: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = [];
  let seen = 0;
  for await (const one of all) {
    seen += 1;
    const at = taken.length < MOST_AT_ONCE ? taken.length : Math.floor(Math.random() * seen);
    if (at < MOST_AT_ONCE) taken[at] = one;
  }
  return taken;
}

async function* filesOf({ OBJECTS }: Cloudflare.Env, isMeant: (sentAt: number) => boolean) {
  for await (const page of pagesOfFiles(OBJECTS, `${UPLOADS}/`)) {
    for (const { key, uploaded } of page) {
      const [tenantId, uploadId] = key.slice(UPLOADS.length + 1).split("/");
      if (tenantId === undefined || uploadId === undefined) continue;
      if (isMeant(uploaded.getTime())) yield { tenantId, uploadId };
    }
  }
}
