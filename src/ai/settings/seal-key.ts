import {
  openForTenant,
  sealForTenant,
  type SecretOwner,
  type SecretReader,
} from "../../encryption/seal-for-tenant.ts";
import type { Refusal } from "../../http/index.ts";
import type { OwnProvider } from "../providers/own-provider.ts";

const BY = { subject: "system:ai", requestId: "" };

type KeyOwner = Omit<SecretOwner, "by">;
export type KeyReader = Omit<SecretReader, "by">;

interface NamedProvider {
  name: string;
  settings: OwnProvider;
}

/** Seals a provider's key under the tenant's own key, for this provider at this address only. */
export function sealKey(
  owner: KeyOwner,
  provider: NamedProvider,
  key: string,
): Promise<string | Refusal> {
  return sealForTenant({ ...owner, by: BY }, key, contextOf(provider));
}

export function openKey(
  reader: KeyReader,
  provider: NamedProvider,
  sealed: string,
): Promise<string | Refusal> {
  return openForTenant({ ...reader, by: BY }, sealed, contextOf(provider));
}

/** Where a key is sent. If this changes, the key has to be given again. */
export function destinationOf(provider: OwnProvider): string {
  if (provider.kind === "openai-compatible") return new URL(provider.baseUrl).origin;
  return provider.kind === "deepgram" ? provider.kind : `${provider.kind} ${provider.region}`;
}

function contextOf({ name, settings }: NamedProvider): string {
  return `ai-provider-key:${name}:${destinationOf(settings)}`;
}
