import type { Context } from "hono";
import type { Rampart } from "../platform/index.ts";
import { askerFor } from "./asker.ts";
import { knowledgeFor } from "./recall-knowledge.ts";

/**
 * Begins to load the index and lists, if they are not in memory, while the caller is still being
 * checked.
 */
export function expectKnowledge(c: Context<Rampart>): void {
  const asker = askerFor(c, c.req.header("x-tenant-id"));
  const coming = knowledgeFor(asker);
  if (coming instanceof Promise) asker.outlive(coming);
}
