import { utf8, type Bytes } from "./bytes.ts";

export const SUITE = "fe1";

const SUITE_BYTES = utf8(SUITE);
const U32_BYTES = 4;
const FIXED_BYTES = SUITE_BYTES.length + 3 * U32_BYTES + 1;

/** What a ciphertext belongs to. No context and an empty context are two different things. */
export interface Place {
  tenantId: string;
  keyVersion: number;
  context?: string | undefined;
}

/**
 * The authenticated data: suite, tenant, key version and context, each of the variable parts behind
 * its length, so that no two places have the same bytes. The context is taken as it came, without
 * Unicode normalisation.
 */
export function additionalDataOf({ tenantId, keyVersion, context }: Place): Bytes {
  const tenant = utf8(tenantId);
  const said = utf8(context ?? "");
  const bytes = new Uint8Array(FIXED_BYTES + tenant.length + said.length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  bytes.set(SUITE_BYTES, at);
  at += SUITE_BYTES.length;
  view.setUint32(at, tenant.length);
  at += U32_BYTES;
  bytes.set(tenant, at);
  at += tenant.length;
  view.setUint32(at, keyVersion);
  at += U32_BYTES;
  view.setUint8(at, context === undefined ? 0 : 1);
  at += 1;
  view.setUint32(at, said.length);
  at += U32_BYTES;
  bytes.set(said, at);
  return bytes;
}
