import type { Outside } from "../providers/call-provider.ts";
import type { Caller } from "../caller.ts";
import { openSpeech } from "../providers/open-provider.ts";
import { providersFor, type Provider } from "../providers/providers-for.ts";
import { azureSpeech } from "./azure-speech.ts";
import { deepgram } from "./deepgram.ts";
import { breakerOf, workersSpeech } from "./workers-speech.ts";
import type { Speech } from "./speech.ts";

export interface SpeechProvider {
  provider: Provider;
  speech: Speech;
  /** The name of its breaker. */
  breaker: string;
  /** Makes the same speech with another way to the outside world, such as one that is metered. */
  over: (outside: Outside) => Speech;
}

/** The first provider of speech in the tenant's order that is bound or has its key. */
export async function findSpeech(caller: Caller): Promise<SpeechProvider | undefined> {
  const { env, platform, ai } = caller;
  const speechOf = (
    provider: Provider,
    breaker: string,
    over: SpeechProvider["over"],
  ): SpeechProvider => ({
    provider,
    breaker,
    over,
    speech: over(platform),
  });
  for (const provider of providersFor(env, ai)) {
    const { settings } = provider;
    if (settings.kind === "workers-ai") {
      const { AI } = env;
      if (!settings.speech || AI === undefined) continue;
      return speechOf(provider, breakerOf(settings), (outside) =>
        workersSpeech(settings, AI, outside),
      );
    }
    const open = await openSpeech(caller, provider);
    if (open === undefined) continue;
    const { region } = open;
    return speechOf(provider, open.breaker, (outside) =>
      region === undefined ? deepgram(open, outside) : azureSpeech(region, open, outside),
    );
  }
  return undefined;
}
