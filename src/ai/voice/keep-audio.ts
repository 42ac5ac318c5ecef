import { edgeCacheOf, keepNear, recallNear, sha256 } from "../../platform/index.ts";
import type { Caller } from "../providers/ask-model.ts";

const KEPT_SECONDS = 86_400;

/** All that changes how a text sounds. */
interface Spoken {
  provider: string;
  voice: string;
  language: string;
  text: string;
}

type Whose = Pick<Caller, "tenantId"> & { env: Pick<Cloudflare.Env, "AGENT_BASE_URL"> };

/** What was spoken for this tenant before, where the edge still has it. */
export async function recallAudio(
  { env, tenantId }: Whose,
  spoken: Spoken,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const kept = await recallNear(edgeCacheOf(env), nameOf(tenantId, spoken));
  return kept && new Uint8Array(kept);
}

export async function keepAudio(
  { env, tenantId }: Whose,
  spoken: Spoken,
  audio: Uint8Array,
): Promise<void> {
  await keepNear(edgeCacheOf(env), nameOf(tenantId, spoken), audio, KEPT_SECONDS);
}

function nameOf(tenantId: string, { provider, voice, language, text }: Spoken): string {
  const hash = sha256(JSON.stringify([provider, voice, language, text]));
  return `spoken/${encodeURIComponent(tenantId)}/${hash}`;
}
