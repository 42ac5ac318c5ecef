import { failureOf } from "../../http/index.ts";
import type { KeyAccess } from "../key-access.ts";
import type { Grant, UsageReport } from "../keyring/record.ts";
import { KEYRING_TIMEOUT_MS } from "./terms.ts";

const LATE = Symbol("late");

/** The keyring's answer, or "unreachable" if it fails twice or does not answer in time. */
export async function askKeyring(
  { env, platform, wait }: Pick<KeyAccess, "env" | "platform" | "wait">,
  tenantId: string,
  usage: UsageReport | null,
  wanted: readonly number[],
): Promise<Grant | null | "unreachable"> {
  const late = wait(KEYRING_TIMEOUT_MS).then(() => LATE);
  for (const attempt of [1, 2]) {
    try {
      // A new stub for each attempt: that of an object that was restarted stays broken.
      const keyring = env.KEYRING.get(env.KEYRING.idFromName(tenantId));
      const answer = await Promise.race([keyring.lease(usage, wanted, platform.now()), late]);
      if (typeof answer !== "symbol") return answer;
      platform.log({ level: "error", event: "keyring_late", tenantId });
      return "unreachable";
    } catch (error) {
      const level = attempt === 1 ? "warn" : "error";
      platform.log({ level, event: "keyring_unreachable", tenantId, reason: failureOf(error) });
    }
  }
  return "unreachable";
}
