import { isObject, parseJson } from "../../http/index.ts";
import type { Bytes } from "../suite/bytes.ts";

const ROOT_BYTES = 32;
const BASE64URL_LENGTH = 43;

/** The secrets that wrap all keys. There are several while tenants move from one to the next. */
export interface Roots {
  current: number;
  byId: ReadonlyMap<number, Bytes>;
}

/**
 * Reads `ENCRYPTION_ROOTS`; null if it is malformed. In a file of its own because commands use it
 * too.
 */
export function parseRoots(text: string): Roots | null {
  const given = parseJson(text);
  if (!isObject(given)) return null;
  const { current, roots } = given;
  if (typeof current !== "number" || !isObject(roots)) return null;
  const byId = new Map<number, Bytes>();
  for (const [id, encoded] of Object.entries(roots)) {
    const bytes = rootBytes(encoded);
    if (!/^[1-9]\d{0,5}$/.test(id) || bytes === null) return null;
    byId.set(Number(id), bytes);
  }
  return byId.has(current) ? { current, byId } : null;
}

function rootBytes(encoded: unknown): Bytes | null {
  if (typeof encoded !== "string" || encoded.length !== BASE64URL_LENGTH) return null;
  const bytes = Uint8Array.from(Buffer.from(encoded, "base64url"));
  return bytes.length === ROOT_BYTES ? bytes : null;
}
