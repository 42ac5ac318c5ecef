import * as z from "zod";
import type { TenantId } from "../../access/claim-tenant.ts";
import { isRefusal, type Refusal } from "../../http/index.ts";
import { sendInTime, uuidv7 } from "../../platform/index.ts";
import type { Acl } from "../knowledge/acl.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import type { NewUpload } from "../knowledge/uploads.ts";
import { dropFile, keyOf } from "./drop-file.ts";
import { MAX_LONG_TEXT } from "./limits.ts";
import type { Receipt } from "./schemas.ts";
import { tooLong } from "./too-long.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      DOCUMENTS: Queue<DocumentJob>;
    }
  }
}

/** Not strict, because after a rollback there are messages from the later version. */
export const documentJob = z.union([
  z.object({ tenantId: z.string(), uploadId: z.string() }),
  z.object({ tenantId: z.string(), reindex: z.literal(true) }),
]);
export type DocumentJob = z.infer<typeof documentJob>;

interface LongText {
  upload: NewUpload;
  acl: Acl;
  raw: string;
}

/**
 * Takes a document that is too long to be indexed within the request. If it was lost on the way,
 * sending the same document again gives the same upload.
 */
export async function sendLong(
  env: Cloudflare.Env,
  tenantId: TenantId,
  { acl = null, ...order }: Omit<NewUpload, "uploadId"> & { acl?: Acl },
  raw: string,
): Promise<Receipt | Refusal> {
  if (raw.length > MAX_LONG_TEXT) return tooLong(MAX_LONG_TEXT);
  const upload = { ...order, uploadId: uuidv7(order.now) };
  try {
    return await announceAndSend(env, tenantId, { upload, acl, raw });
  } catch (error) {
    // With a name of its own, the caller can send it again. Without one, nobody would know of it.
    if (order.externalId === null) await takeBack(env, tenantId, upload);
    throw error;
  }
}

async function announceAndSend(
  env: Cloudflare.Env,
  tenantId: TenantId,
  { upload, acl, raw }: LongText,
): Promise<Receipt | Refusal> {
  const knowledge = knowledgeOf(env, tenantId);
  const announced = await (acl === null
    ? knowledge.announce(upload)
    : knowledge.announceFor(upload, acl));
  const { outcome, documentId: id, version, status, uploadId, dropped, moved = false } = announced;
  await dropFile(env, tenantId, dropped);
  if (isRefusal(outcome)) return outcome;
  const isQueued = outcome === "queued";
  if (isQueued) {
    // The file of an upload never changes: a second conversion of the same bytes may give another text.
    const [key, onlyIf] = [keyOf(tenantId, uploadId), { etagDoesNotMatch: "*" }];
    if ((await env.OBJECTS.put(key, raw, { onlyIf })) === null) await renewFile(env, key);
    await sendInTime(env.DOCUMENTS.send({ tenantId, uploadId }));
  }
  return { id, version, status, changed: isQueued || moved };
}

/** Writes the same bytes again, because a file of long ago counts as lost. One that is gone stays so. */
async function renewFile({ OBJECTS }: Cloudflare.Env, key: string): Promise<void> {
  const file = await OBJECTS.get(key);
  if (file === null) return;
  const onlyIf = { etagMatches: file.etag };
  await OBJECTS.put(key, await file.arrayBuffer(), { onlyIf });
}

/** Tries to remove the upload. What failed before may fail again. */
async function takeBack(
  env: Cloudflare.Env,
  tenantId: TenantId,
  { id, uploadId }: NewUpload,
): Promise<void> {
  await Promise.allSettled([
    knowledgeOf(env, tenantId).forgetUnsent(id),
    env.OBJECTS.delete(keyOf(tenantId, uploadId)),
  ]);
}
