import { DAY_MS, pagesOfFiles, tryEach, type Platform } from "../../platform/index.ts";
import { UPLOADS } from "./drop-file.ts";
import { giveUpUpload } from "./give-up-upload.ts";

/** Longer than both queues keep a job: by then nothing else knows of the document. */
const LOST_AFTER_MS = 9 * DAY_MS;
const MOST_AT_ONCE = 200;

/**
 * Gives up uploads whose job is gone, for example because the consumer of `documents-dead` failed for
 * a day. Each has its file still: whoever ends an upload deletes that last.
 */
export async function giveUpLost(env: Cloudflare.Env, platform: Platform): Promise<void> {
  const { now, log } = platform;
  const lost = await drawSome(lostFiles(env, now() - LOST_AFTER_MS));
  // One that fails does not hold up the others.
  const { done, failed } = await tryEach(lost, async (one) => giveUpUpload(env, one, now()));
  for (const one of done) log({ level: "error", event: "document_job_lost", ...one });
  if (failed !== undefined) throw failed.reason;
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

async function* lostFiles({ OBJECTS }: Cloudflare.Env, before: number) {
  for await (const page of pagesOfFiles(OBJECTS, `${UPLOADS}/`)) {
    for (const { key, uploaded } of page) {
      const [tenantId, uploadId] = key.slice(UPLOADS.length + 1).split("/");
      if (tenantId === undefined || uploadId === undefined) continue;
      if (uploaded.getTime() < before) yield { tenantId, uploadId };
    }
  }
}
