import type * as z from "zod";

/** Drops repeated items of a list; the first of each stays. */
export function distinct<T extends z.ZodArray>(list: T): T {
  return list.overwrite((given) => [...new Set(given as unknown[])] as z.core.output<T>);
}
