import { refuse, type Refusal } from "../../http/index.ts";
import type { Caller } from "../caller.ts";
import { providersFor, type Provider } from "../providers/providers-for.ts";
import type { MarkdownMaker } from "../providers/run-workers-ai.ts";
import { areProvidersBroken, workingProviders } from "../providers/service-providers.ts";
import { tenantInactive } from "../../tenants/refusals.ts";
import { conversionUnavailable } from "./refuse-conversion.ts";

export interface Converter {
  ai: MarkdownMaker;
  provider: Provider;
}

const KIND = "workers-ai";
/** If the service lists no such provider, the binding is enough. */
const UNLISTED: Provider = {
  name: KIND,
  own: false,
  settings: { kind: KIND, name: KIND, models: [], speech: false },
};

/** Finds the provider that converts a tenant's files, or gives the reason why there is none. */
export function findConverter({ env, ai }: Caller, type: string): Converter | Refusal {
  const { AI } = env;
  if (AI === undefined) return unsupported(type, "which is not bound here");
  if (!ai.isActive) return tenantInactive();
  if (areProvidersBroken(env)) return conversionUnavailable();
  const listed = providersFor(env, ai).find(({ settings }) => settings.kind === KIND);
  if (listed !== undefined) return { ai: AI, provider: listed };
  // An unlisted provider is in no order and has no region, so it is not for tenants that set either.
  const asks = ai.settings.order ?? ai.settings.region;
  const isLeftOut = asks !== undefined || workingProviders(env).some(({ kind }) => kind === KIND);
  return isLeftOut
    ? unsupported(type, "which the tenant's settings leave out")
    : { ai: AI, provider: UNLISTED };
}

function unsupported(type: string, why: string): Refusal {
  const message = `Documents of type ${type} become text by Workers AI, ${why}.`;
  return refuse(415, "unsupported_document", message);
}
