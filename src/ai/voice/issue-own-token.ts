import type { Person } from "../../access/principal.ts";
import type { Refusal } from "../../http/index.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import type { Caller } from "../caller.ts";
import { isOpen } from "../providers/breaker.ts";
import { limitsOf } from "../settings/tenant-ai.ts";
import { overLimit } from "../usage/over-limit.ts";
import type { SpeechProvider } from "./find-speech.ts";
import { silent } from "./meter-speech.ts";
import { mintToken, TOKEN_SECONDS } from "./mint-token.ts";
import type { SpeechToken } from "./speech.ts";

/** The provider that is named for a token of our own. */
export const SELF = "self";
/** The only language that the streaming model understands. */
const LANGUAGE = "en";

/**
 * Issues a token of our own. No provider is called, so no call is counted. A caller who could open no
 * stream now gets none.
 */
export async function issueOwnToken(
  { env, platform, tenantId, ai }: Caller,
  { breaker }: SpeechProvider,
  { subject, personId, vouchedAt }: Person,
  endpoint: string,
): Promise<(SpeechToken & { provider: typeof SELF; language: string }) | Refusal> {
  const now = platform.now();
  const over = await knowledgeOf(env, tenantId).spentBy(now, limitsOf(ai.settings));
  if (over !== undefined) return overLimit(over, now);
  if (isOpen(breaker, now)) return silent();
  return {
    provider: SELF,
    token: mintToken(env.API_KEY_MAC_SECRET, { tenantId, subject, personId, vouchedAt }, now),
    expiresInSeconds: TOKEN_SECONDS,
    endpoint,
    language: LANGUAGE,
  };
}
