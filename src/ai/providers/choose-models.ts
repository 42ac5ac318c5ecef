import { refuse, settle } from "../../http/index.ts";
import type { Caller } from "./ask-model.ts";
import { modelsOf, providersFor, type Provider } from "./providers-for.ts";

export interface Choice {
  provider: Provider;
  model: string;
}

/** What may be asked, in the tenant's order. A model that a request names must be among it. */
export function chooseModels(
  { env, ai }: Pick<Caller, "env" | "ai">,
  asked?: string,
  preferred?: string,
): Choice[] {
  const all = providersFor(env, ai)
    .map((provider) => ({ provider, models: modelsOf(env, provider, ai.settings.models) }))
    .filter(({ models }) => models.length > 0);
  const wanted = all.filter(({ models }) => asked === undefined || models.includes(asked));
  if (all.length > 0 && wanted.length === 0) settle(unknownModel(all.flatMap((one) => one.models)));
  return wanted.map(({ provider, models }) => {
    const own = preferred !== undefined && models.includes(preferred) ? preferred : models[0];
    return { provider, model: asked ?? own ?? "" };
  });
}

function unknownModel(models: readonly string[]) {
  const known = [...new Set(models)].join(", ");
  return refuse(400, "unknown_model", `There is no such model; known: ${known}.`, {
    details: [{ path: "model", message: `must be one of ${known}` }],
  });
}
