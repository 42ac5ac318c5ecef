import { keepNear, recallNear, sha256 } from "../../platform/index.ts";

/** Nobody asks for it under this name: it only has to be an address. */
const KEPT_AT = "https://spoken.invalid";
const KEPT_SECONDS = 86_400;

/** All that changes how a text sounds. */
interface Spoken {
  provider: string;
  voice: string;
  language: string;
  text: string;
}

/** What was spoken for this tenant before, where the edge still has it. */
export async function recallAudio(
  tenantId: string,
  spoken: Spoken,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const kept = await recallNear(caches.default, addressOf(tenantId, spoken));
  return kept && new Uint8Array(kept);
}

export async function keepAudio(
  tenantId: string,
  spoken: Spoken,
  audio: Uint8Array,
): Promise<void> {
  await keepNear(caches.default, addressOf(tenantId, spoken), audio, KEPT_SECONDS);
}

function addressOf(tenantId: string, { provider, voice, language, text }: Spoken): string {
  const name = sha256(JSON.stringify([provider, voice, language, text]));
  return `${KEPT_AT}/${encodeURIComponent(tenantId)}/${name}`;
}
