import type { serve } from "../../src/http/index.ts";

/** Settings of the kernel for tests that do not look at the log. */
export const quietKernel: Parameters<typeof serve>[1] = {
  write: () => {},
  successShare: () => 0,
  shapeOf: () => "full",
};
