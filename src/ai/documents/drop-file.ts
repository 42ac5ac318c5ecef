import type { TenantId } from "../../access/claim-tenant.ts";

export const UPLOADS = "ai/uploads";

export function keyOf(tenantId: string, uploadId: string): string {
  return `${UPLOADS}/${tenantId}/${uploadId}`;
}

/**
 * Deletes the file of an upload that was dropped. Its job would delete it too, but the job may have
 * been lost on its way to the queue. A failure is ignored, because the document is already stored or
 * removed.
 */
export async function dropFile(
  env: Cloudflare.Env,
  tenantId: TenantId,
  uploadId: string | undefined,
): Promise<void> {
  if (uploadId === undefined) return;
  await env.OBJECTS.delete(keyOf(tenantId, uploadId)).catch(() => {});
}
