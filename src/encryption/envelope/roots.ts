import { refuse, type Refusal } from "../../http/index.ts";
import { livePlatform } from "../../platform/index.ts";
import { parseRoots, type Roots } from "./parse-roots.ts";

export type { Roots } from "./parse-roots.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      /** `{"current":1,"roots":{"1":"<base64url, 32 bytes>"}}`, see docs/operations/key-rotation.md. */
      ENCRYPTION_ROOTS: string;
    }
  }
}

const RETRY_SECONDS = 5;

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

/** What callers get when keys cannot be had; fail closed, whatever the reason. */
export function keysUnavailable(): Refusal {
  return refuse(503, "encryption_unavailable", "Keys cannot be reached right now.", {
    retryAfterSeconds: RETRY_SECONDS,
    retryable: true,
  });
}
