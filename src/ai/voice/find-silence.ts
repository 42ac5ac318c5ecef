import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import type { Caller } from "../caller.ts";
import { isOpen } from "../providers/breaker.ts";
import { limitsOf } from "../settings/tenant-ai.ts";
import type { REASONS } from "./schemas.ts";
import { findSpeech, type SpeechProvider } from "./find-speech.ts";

export type Silence = (typeof REASONS)[number];

/** Why a tenant has no speech now; undefined if it has. No provider is called to find out. */
export async function findSilence(
  caller: Caller,
  found: SpeechProvider | undefined,
): Promise<Silence | undefined> {
  if (found === undefined) return (await isKeptOut(caller)) ? "tenant_disabled" : "not_configured";
  if (!caller.ai.isActive) return "tenant_disabled";
  if (await isSpent(caller)) return "quota_exhausted";
  const isLeftAlone = isOpen(found.breaker, caller.platform.now());
  return isLeftAlone ? "provider_unreachable" : undefined;
}

/** Whether the tenant would have speech without its own order and region. */
async function isKeptOut(caller: Caller): Promise<boolean> {
  const { order: _order, region: _region, ...settings } = caller.ai.settings;
  return (await findSpeech({ ...caller, ai: { ...caller.ai, settings } })) !== undefined;
}

/**
 * Whether a limit of the day or month is used up. Limits of a minute do not count, because they pass by
 * themselves.
 */
async function isSpent({ env, tenantId, platform, ai }: Caller): Promise<boolean> {
  const limits = limitsOf(ai.settings);
  const { monthlyMicroUsd, monthlyTokens, callsPerDay } = limits;
  if ((monthlyMicroUsd ?? monthlyTokens ?? callsPerDay) === undefined) return false;
  const over = await knowledgeOf(env, tenantId).spentBy(platform.now(), limits);
  return over === "budget" || over === "day";
}
