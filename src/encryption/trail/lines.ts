import { dayOf, gunzipSync, gzipSync, sha256, uuidv7 } from "../../platform/index.ts";

export const PREFIX = "decrypt-trail";
const FILE_NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.ndjson(?:\.gz)?$/;

/** The ending of packed files; the first ever written were not packed. */
const PACKED = ".gz";
/** The fastest level: a fifth of the time of the default, and such lines get as small. */
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

/** Names sort by time. All lines of a file are of the day of its folder. */
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

/** Differs between tenants, so that nobody sees that two tenants have the same context. */
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
