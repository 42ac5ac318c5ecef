import type { serve } from "../../src/http/index.ts";

/** For applications of tests that look at no line of the log. */
export const quietKernel: Parameters<typeof serve>[1] = {
  write: () => {},
  successShare: () => 0,
  shapeOf: () => "full",
};
