import { dayOf, gunzipSync, gzipSync, sha256, uuidv7 } from "../../platform/index.ts";

export const PREFIX = "decrypt-trail";
const FILE_NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.ndjson(?:\.gz)?$/;

/** How files end that are packed; those of the first days are not. */
const PACKED = ".gz";
/** A fifth of the time of the usual one, and of such lines it leaves as little. */
const PACKING = { level: 1 };

/** One line of the trail as it is stored. */
export interface DecryptLine {
  at: string;
  who: string;
  requestId: string;
  action: string;
  version: number;
  /** Null when the call named no context. */
  contextHash: string | null;
  outcome: string;
}

/** Files sort by time, and all lines of one are of its folder's day. */
export function fileFor(tenantId: string, at: number): string {
  const day = dayPrefix(tenantId, dayOf(at));
  return `${day}${uuidv7(at)}.ndjson${PACKED}`;
}

export function isFileName(text: string): boolean {
  return FILE_NAME.test(text);
}

export function dayPrefix(tenantId: string, day: string): string {
  return `${PREFIX}/${tenantId}/${day}/`;
}

/** Different in every tenant, so that equal contexts of two tenants cannot be told. */
export function hashContext(tenantId: string, context: string): string {
  return sha256(JSON.stringify(["fe1 context", tenantId, context]));
}

export function packLines(lines: readonly DecryptLine[]): Uint8Array {
  return gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(""), PACKING);
}

export function readLines(file: string, bytes: ArrayBuffer): DecryptLine[] {
  const text = file.endsWith(PACKED) ? gunzipSync(bytes) : new Uint8Array(bytes);
  return new TextDecoder().decode(text).split("\n").filter(Boolean).map(parseLine);
}

function parseLine(text: string): DecryptLine {
  return JSON.parse(text) as DecryptLine;
}
