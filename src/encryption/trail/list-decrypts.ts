import type { TenantId } from "../../access/claim-tenant.ts";
import type { Refusal } from "../../http/index.ts";
import { refuseCursor } from "../../http/contract/index.ts";
import { listFiles } from "../../platform/index.ts";
import type { DecryptList } from "./answers.ts";
import { dayPrefix, hashContext, isFileName, readLines, type DecryptLine } from "./lines.ts";

/** Files read for one answer. */
const FILES_PER_PAGE = 20;

export interface DecryptsAsked {
  day: string;
  context?: string | undefined;
  cursor?: string | undefined;
}

/** Who decrypted what of a tenant on one day, in order, `FILES_PER_PAGE` files at a time. */
export async function listDecrypts(
  env: Cloudflare.Env,
  tenantId: TenantId,
  { day, context, cursor }: DecryptsAsked,
): Promise<DecryptList | Refusal> {
  if (cursor !== undefined && !isFileName(cursor)) return refuseCursor();
  const files = await listFiles(env.OBJECTS, {
    prefix: dayPrefix(tenantId, day),
    limit: FILES_PER_PAGE,
    ...(cursor === undefined ? {} : { startAfter: dayPrefix(tenantId, day) + cursor }),
  });
  const contents = await Promise.all(files.objects.map(({ key }) => linesOf(env, key)));
  const lines = contents.flat();
  const wanted = context === undefined ? undefined : hashContext(tenantId, context);
  const items = lines.filter((line) => wanted === undefined || line.contextHash === wanted);
  const last = files.truncated ? files.objects.at(-1)?.key.split("/").at(-1) : undefined;
  return { items: items as DecryptList["items"], cursor: last ?? null };
}

async function linesOf(env: Cloudflare.Env, file: string): Promise<DecryptLine[]> {
  const object = await env.OBJECTS.get(file);
  return object === null ? [] : readLines(file, await object.arrayBuffer());
}
