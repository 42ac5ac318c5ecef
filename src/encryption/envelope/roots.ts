import { parseJson, refuse, type Refusal } from "../../http/index.ts";
import { livePlatform } from "../../platform/index.ts";
import type { Bytes } from "../suite/bytes.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      /** `{"current":1,"roots":{"1":"<base64url, 32 bytes>"}}`, see docs/operations/key-rotation.md. */
      ENCRYPTION_ROOTS: string;
    }
  }
}

const ROOT_BYTES = 32;
const BASE64URL_LENGTH = 43;
const RETRY_SECONDS = 5;

/** The secrets above all keys. Several at a time, while tenants move from one to the next. */
export interface Roots {
  current: number;
  byId: ReadonlyMap<number, Bytes>;
}

let lastRead: { text: string; roots: Roots | null } | undefined;

/** Null when the secret is missing or is not what it should be. Never says what it read. */
export function readRoots(env: Cloudflare.Env): Roots | null {
  // The types promise a string; a deployment may still lack the secret.
  const text = (env.ENCRYPTION_ROOTS as string | undefined) ?? "";
  if (lastRead?.text !== text) lastRead = { text, roots: parseAndTell(text) };
  return lastRead.roots;
}

/** Told once by each isolate: the calls are many, and answer 503 without a word of why. */
function parseAndTell(text: string): Roots | null {
  const roots = parseRoots(text);
  const reason = text === "" ? "it is missing" : "it is not as the runbook has it";
  if (roots === null)
    livePlatform.log({ level: "error", event: "encryption_roots_broken", reason });
  return roots;
}

export function parseRoots(text: string): Roots | null {
  const given = parseJson(text);
  if (!isRecord(given)) return null;
  const { current, roots } = given;
  if (typeof current !== "number" || !isRecord(roots)) return null;
  const byId = new Map<number, Bytes>();
  for (const [id, encoded] of Object.entries(roots)) {
    const bytes = rootBytes(encoded);
    if (!/^[1-9]\d{0,5}$/.test(id) || bytes === null) return null;
    byId.set(Number(id), bytes);
  }
  return byId.has(current) ? { current, byId } : null;
}

/** What callers get when keys cannot be had; fail closed, whatever the reason. */
export function keysUnavailable(): Refusal {
  return refuse(503, "encryption_unavailable", "Keys cannot be reached right now.", {
    retryAfterSeconds: RETRY_SECONDS,
    retryable: true,
  });
}

function rootBytes(encoded: unknown): Bytes | null {
  if (typeof encoded !== "string" || encoded.length !== BASE64URL_LENGTH) return null;
  const bytes = Uint8Array.from(Buffer.from(encoded, "base64url"));
  return bytes.length === ROOT_BYTES ? bytes : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
