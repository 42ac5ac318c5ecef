import { failureOf } from "../http/index.ts";
import type { Platform } from "./platform.ts";
import { LATE, withinTime } from "./within-time.ts";
import { writeUnlessWritten } from "./write-in-turn.ts";

const PART_TIMEOUT_MS = 3_000;
/** A little more than the slowest part may take. */
export const MAX_PROBE_MS = PART_TIMEOUT_MS + 1_000;
const PROBE_FILE = "readiness/probe";

export interface Readiness {
  database: "ok" | "failed";
  object: "ok" | "failed";
  files: "ok" | "failed";
}

/** Tries each part for real. A part that is slow counts as failed. */
export async function checkReadiness(env: Cloudflare.Env, platform: Platform): Promise<Readiness> {
  const at = platform.now();
  const [database, object, files] = await Promise.all([
    attempt("database", platform, () => env.DB.prepare("SELECT 1 FROM tenants LIMIT 1").all()),
    attempt("object", platform, () =>
      env.READINESS.get(env.READINESS.idFromName("probe")).touch(at),
    ),
    attempt("files", platform, async () => {
      await writeUnlessWritten(() => env.OBJECTS.put(PROBE_FILE, String(at)));
      await env.OBJECTS.head(PROBE_FILE);
    }),
  ]);
  return { database, object, files };
}

async function attempt(
  part: keyof Readiness,
  { log }: Platform,
  step: () => Promise<unknown>,
): Promise<"ok" | "failed"> {
  try {
    if ((await withinTime(step(), PART_TIMEOUT_MS)) === LATE) throw new Error("took too long");
    return "ok";
  } catch (error) {
    log({ level: "error", event: "readiness_failed", part, reason: failureOf(error) });
    return "failed";
  }
}
