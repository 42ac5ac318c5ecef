import type { Outside } from "../providers/call-provider.ts";
import type { VectorizeSettings } from "../providers/service-providers.ts";
import { vectorizeBinding } from "./vectorize-binding.ts";
import { vectorizeRest } from "./vectorize-rest.ts";

export interface StoredVector {
  id: string;
  namespace: string;
  values: number[];
}

export interface Match {
  id: string;
  /** How near it is, as the index measures it. */
  score: number;
}

export interface Near {
  vector: number[];
  namespace: string;
  most: number;
  signal?: AbortSignal | undefined;
}

/** A store of vectors. Undefined or false means that it gave no good answer. */
export interface VectorIndex {
  query: (near: Near) => Promise<Match[] | undefined>;
  upsert: (vectors: readonly StoredVector[]) => Promise<boolean>;
  remove: (ids: readonly string[]) => Promise<boolean>;
}

/** Opens an index by REST if that is configured, or else by the binding. */
export function openIndex(
  env: Cloudflare.Env,
  outside: Outside,
  { rest, name }: VectorizeSettings,
): VectorIndex | undefined {
  if (rest !== undefined) return vectorizeRest(env, outside, { ...rest, name });
  return env.VECTORIZE && vectorizeBinding(env.VECTORIZE, outside, name);
}
