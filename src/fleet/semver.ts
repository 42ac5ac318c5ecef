import { livePlatform, seldom } from "../platform/index.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      AGENT_MIN_VERSION: string;
      AGENT_RECOMMENDED_VERSION: string;
    }
  }
}

export const VERSION_STATUSES = ["current", "outdated", "unsupported", "unknown"] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

const VERSION = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]{1,64}))?/;
const NUMBER = /^\d{1,9}$/;

export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

export function isOlder(version: string, than: string): boolean | undefined {
  const [one, other] = [VERSION.exec(version), VERSION.exec(than)];
  if (one === null || other === null) return undefined;
  for (const part of [1, 2, 3]) {
    const [a, b] = [Number(one[part]), Number(other[part])];
    if (a !== b) return a < b;
  }
  return comesEarlier(one[4], other[4]);
}

/** Compares pre-release parts: numbers by size and before words, and the shorter list first. */
function comesEarlier(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return one !== undefined && other === undefined;
  const [ones, others] = [one.split("."), other.split(".")];
  const at = ones.findIndex((part, index) => part !== others[index]);
  const [a, b] = at < 0 ? [undefined, others[ones.length]] : [ones[at], others[at]];
  if (a === undefined || b === undefined) return b !== undefined;
  const [isNumber, isOtherNumber] = [NUMBER.test(a), NUMBER.test(b)];
  if (isNumber !== isOtherNumber) return isNumber;
  return isNumber ? Number(a) < Number(b) : a < b;
}

/** What the deployment expects of agents. */
export interface WantedVersions {
  min: string;
  recommended: string;
}

const isTime = seldom();

/** Those that are no versions are told as they are, and the log says so: agents go on without. */
export function versionsOf(env: Cloudflare.Env): WantedVersions {
  const broken = brokenVersions(env);
  if (broken.length > 0 && isTime(livePlatform.now())) {
    const reason = `${broken.join(" and ")} must be like 1.2.3`;
    livePlatform.log({ level: "error", event: "agent_versions_broken", reason });
  }
  return { min: env.AGENT_MIN_VERSION, recommended: env.AGENT_RECOMMENDED_VERSION };
}

/** The settings that are no versions: no agent can be compared with them. */
export function brokenVersions(env: Cloudflare.Env): string[] {
  const settings = ["AGENT_MIN_VERSION", "AGENT_RECOMMENDED_VERSION"] as const;
  return settings.filter((name) => !VERSION.test(env[name]));
}

export function versionStatus(
  version: string | null,
  { min, recommended }: WantedVersions,
): VersionStatus {
  if (version === null) return "unknown";
  const unsupported = isOlder(version, min);
  if (unsupported === undefined) return "unknown";
  if (unsupported) return "unsupported";
  return isOlder(version, recommended) === true ? "outdated" : "current";
}
