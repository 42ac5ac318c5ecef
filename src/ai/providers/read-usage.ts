/** More tokens than any model takes in or says in one call. */
const MOST_COUNTED = 100_000_000;

/** What a provider counted; undefined what it did not, or what cannot be a count. */
export interface Usage {
  promptTokens: number | undefined;
  completionTokens: number | undefined;
  totalTokens: number | undefined;
  /** The part of the prompt that the provider had cached, for which it charges less. */
  cachedTokens: number;
}

interface Said {
  prompt_tokens?: number | undefined;
  completion_tokens?: number | undefined;
  total_tokens?: number | undefined;
  prompt_tokens_details?: { cached_tokens?: number | undefined } | null | undefined;
}

/**
 * A count of tokens, also written as text or with a fraction. A negative count would give the tenant
 * back budget that it has used, and a far too large one would use up all of it.
 */
export function countOf(said: unknown): number | undefined {
  const count = typeof said === "string" && said.trim() !== "" ? Number(said) : said;
  if (typeof count !== "number" || !(count >= 0 && count <= MOST_COUNTED)) return undefined;
  return Math.ceil(count);
}

/**
 * What is missing of two counts is the rest of their total. Undefined if nothing was counted: then what
 * an earlier part of a stream counted stays.
 */
export function usageIn(said: Said | null | undefined): Usage | undefined {
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = said ?? {};
  if (prompt === undefined && completion === undefined && total === undefined) return undefined;
  return {
    promptTokens: prompt ?? restOf(total, completion),
    completionTokens: completion ?? restOf(total, prompt),
    totalTokens: total,
    cachedTokens: said?.prompt_tokens_details?.cached_tokens ?? 0,
  };
}

/** Undefined also for a total that is less than its part, which was summed with an odd count. */
function restOf(total: number | undefined, part: number | undefined): number | undefined {
  return total === undefined || part === undefined || total < part ? undefined : total - part;
}
