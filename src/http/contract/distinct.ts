import type * as z from "zod";

/** A list in which each thing stands once, where it was named first. */
export function distinct<T extends z.ZodArray>(list: T): T {
  return list.overwrite((given) => [...new Set(given as unknown[])] as z.core.output<T>);
}
