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

/** Null if the secret is missing or malformed. */
export function readRoots(env: Cloudflare.Env): Roots | null {
  // The types promise a string; a deployment may still lack the secret.
  const text = (env.ENCRYPTION_ROOTS as string | undefined) ?? "";
  if (lastRead?.text !== text) lastRead = { text, roots: parseAndTell(text) };
  return lastRead.roots;
}

/** Logs once in each isolate why roots cannot be read: the many 503s do not say it. */
function parseAndTell(text: string): Roots | null {
  const roots = parseRoots(text);
  const reason = text === "" ? "it is missing" : "it is not as the runbook has it";
  if (roots === null)
    livePlatform.log({ level: "error", event: "encryption_roots_broken", reason });
  return roots;
}

/** The answer whenever keys cannot be had, whatever the reason. */
export function keysUnavailable(): Refusal {
  return refuse(503, "encryption_unavailable", "Keys cannot be reached right now.", {
    retryAfterSeconds: RETRY_SECONDS,
    retryable: true,
  });
}
