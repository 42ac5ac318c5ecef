import { claimedBySystem } from "../../access/claim-tenant.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import { keyOf } from "./drop-file.ts";

/** The document says that it failed, and the file that was sent is deleted. May be repeated. */
export async function giveUpUpload(
  env: Cloudflare.Env,
  { tenantId, uploadId }: { tenantId: string; uploadId: string },
  now: number,
): Promise<void> {
  await knowledgeOf(env, claimedBySystem(tenantId)).failUpload(uploadId, "index_failed", now);
  await env.OBJECTS.delete(keyOf(tenantId, uploadId));
}
