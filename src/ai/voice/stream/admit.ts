import { claimedBySystem } from "../../../access/claim-tenant.ts";
import { mayStill } from "../../../access/may-still.ts";
import { invalidBearer } from "../../../access/refusals.ts";
import { isRefusal, type Refusal } from "../../../http/index.ts";
import { database } from "../../../platform/index.ts";
import { tenantInactive } from "../../../tenants/refusals.ts";
import type { Caller, Requester } from "../../caller.ts";
import { tenantAi } from "../../settings/tenant-ai.ts";
import { STREAMED } from "../../usage/stream-share.ts";
import type { SpeechProvider } from "../find-speech.ts";
import type { Bearer } from "../mint-token.ts";
import { needSpeech, notConfigured } from "../need-speech.ts";

export type StreamSurroundings = Omit<Requester, "tenantId" | "userId" | "operation">;

export interface Admitted {
  caller: Caller;
  found: SpeechProvider;
}

/**
 * Checks that what a token was issued for still holds: the person, the tenant, and a provider that we
 * stream to.
 */
export async function admit(
  around: StreamSurroundings,
  bearer: Bearer,
): Promise<Admitted | Refusal> {
  const { env, platform } = around;
  const now = platform.now();
  const may = { tenantId: bearer.tenantId, permission: "ai:voice" } as const;
  if (!(await mayStill(database(env), bearer, may, now))) return invalidBearer();
  const tenantId = claimedBySystem(bearer.tenantId);
  const ai = await tenantAi(env, tenantId, now);
  if (!ai.isActive) return tenantInactive();
  const userId = bearer.subject;
  const caller = { ...around, tenantId, userId, operation: STREAMED, ai };
  const found = await needSpeech(caller);
  if (isRefusal(found)) return found;
  if (found.speech.listen !== undefined) return { caller, found };
  return notConfigured("The speech provider is reached without us.");
}
