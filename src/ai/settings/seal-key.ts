import { openKept, sealKept, type Keeper } from "../../encryption/seal-kept.ts";
import type { Refusal } from "../../http/index.ts";
import type { OwnProvider } from "../providers/own-provider.ts";

const BY = { subject: "system:ai", requestId: "" };

type KeyKeeper = Omit<Keeper, "by">;

interface NamedProvider {
  name: string;
  settings: OwnProvider;
}

/** Seals a provider's key under the tenant's own key, for this provider at this address only. */
export function sealKey(
  keeper: KeyKeeper,
  provider: NamedProvider,
  key: string,
): Promise<string | Refusal> {
  return sealKept({ ...keeper, by: BY }, key, contextOf(provider));
}

export function openKey(
  keeper: KeyKeeper,
  provider: NamedProvider,
  sealed: string,
): Promise<string | Refusal> {
  return openKept({ ...keeper, by: BY }, sealed, contextOf(provider));
}

/** Where a key is sent. If this changes, the key has to be given again. */
export function destinationOf(provider: OwnProvider): string {
  if (provider.kind === "openai-compatible") return new URL(provider.baseUrl).origin;
  return provider.kind === "deepgram" ? provider.kind : `${provider.kind} ${provider.region}`;
}

function contextOf({ name, settings }: NamedProvider): string {
  return `ai-provider-key:${name}:${destinationOf(settings)}`;
}
