import { utf8, type Bytes } from "./bytes.ts";

export const SUITE = "fe1";

const U32_BYTES = 4;

/** How the authenticated data of everything under one key version begins: suite, tenant, version. */
export function placePrefix(tenantId: string, keyVersion: number): Bytes {
  const suite = utf8(SUITE);
  const tenant = utf8(tenantId);
  const bytes = new Uint8Array(suite.length + U32_BYTES + tenant.length + U32_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(suite);
  view.setUint32(suite.length, tenant.length);
  bytes.set(tenant, suite.length + U32_BYTES);
  view.setUint32(bytes.length - U32_BYTES, keyVersion);
  return bytes;
}

/**
 * The whole authenticated data. Tenant and context each stand behind their length, so that no two
 * places have the same bytes; no context and an empty one are two places. The context is taken as it
 * came, without Unicode normalisation.
 */
export function withContext(prefix: Bytes, context: string | undefined): Bytes {
  const contextBytes = context === undefined ? NOTHING : utf8(context);
  const at = prefix.length;
  const bytes = new Uint8Array(at + 1 + U32_BYTES + contextBytes.length);
  bytes.set(prefix);
  if (context === undefined) return bytes;
  bytes[at] = 1;
  new DataView(bytes.buffer).setUint32(at + 1, contextBytes.length);
  bytes.set(contextBytes, at + 1 + U32_BYTES);
  return bytes;
}

const NOTHING: Bytes = new Uint8Array(0);
