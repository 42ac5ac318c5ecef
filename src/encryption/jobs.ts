import { isRefusal } from "../http/index.ts";
import type { Platform } from "../platform/index.ts";
import { moveStaleKeyrings } from "./move-stale-keyrings.ts";

/** Hourly: moves tenants to the current root, and notes roots that were removed. */
export async function rotateRoots(env: Cloudflare.Env, platform: Platform): Promise<void> {
  const run = await moveStaleKeyrings(env, platform);
  if (isRefusal(run)) {
    platform.log({ level: "error", event: "root_rotation_failed", reason: run.error });
    return;
  }
  if (run.moved + run.failed === 0) return;
  const level = run.failed > 0 ? "warn" : "info";
  platform.log({ level, event: "root_rotation", ...run });
}
