import { refuse, settle } from "../../http/index.ts";
import type { Caller } from "../caller.ts";
import { areProvidersBroken } from "./service-providers.ts";
import { modelsOf, providersFor, type Provider } from "./providers-for.ts";

export interface Choice {
  provider: Provider;
  model: string;
}

/**
 * The models that may be asked, in the tenant's order. If the request names a model, it must be one of
 * them.
 */
export function chooseModels(
  { env, ai }: Pick<Caller, "env" | "ai">,
  model?: string,
  preferred?: string,
): Choice[] {
  const all = providersFor(env, ai)
    .map((provider) => ({ provider, models: modelsOf(env, provider, ai.settings.models) }))
    .filter(({ models }) => models.length > 0);
  // If no provider offers any of the tenant's list, or the providers cannot be read, the list itself
  // says what is known.
  const isSure = all.length > 0 && !areProvidersBroken(env);
  const known = isSure ? all.flatMap((one) => one.models) : ai.settings.models;
  if (model !== undefined && known?.includes(model) === false) settle(unknownModel(known));
  const offering = all.filter(({ models }) => model === undefined || models.includes(model));
  return offering.map(({ provider, models }) => {
    const own = preferred !== undefined && models.includes(preferred) ? preferred : models[0];
    return { provider, model: model ?? own ?? "" };
  });
}

/** Refuses an unknown model as `chooseModels` does, for requests that may not ask a model at all. */
export function checkModel(caller: Pick<Caller, "env" | "ai">, model?: string): void {
  if (model !== undefined) chooseModels(caller, model);
}

function unknownModel(models: readonly string[]) {
  const known = [...new Set(models)].join(", ") || "none";
  return refuse(400, "unknown_model", `There is no such model; known: ${known}.`, {
    details: [{ path: "model", message: `must be one of ${known}` }],
  });
}
