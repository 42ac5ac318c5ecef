import { keepNear, recallNear, sha256 } from "../../platform/index.ts";

/** Never fetched: the cache only needs some address. */
const KEPT_AT = "https://spoken.invalid";
const KEPT_SECONDS = 86_400;

/** Everything that changes how a text sounds. */
interface SpokenText {
  provider: string;
  voice: string;
  language: string;
  text: string;
}

/** Audio that was spoken for this tenant before, if the edge still has it. */
export async function recallAudio(
  tenantId: string,
  spoken: SpokenText,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const kept = await recallNear(caches.default, addressOf(tenantId, spoken));
  return kept && new Uint8Array(kept);
}

export async function keepAudio(
  tenantId: string,
  spoken: SpokenText,
  audio: Uint8Array,
): Promise<void> {
  await keepNear(caches.default, addressOf(tenantId, spoken), audio, KEPT_SECONDS);
}

function addressOf(tenantId: string, { provider, voice, language, text }: SpokenText): string {
  const name = sha256(JSON.stringify([provider, voice, language, text]));
  return `${KEPT_AT}/${encodeURIComponent(tenantId)}/${name}`;
}
