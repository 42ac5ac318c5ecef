import {
  findMentioned,
  hasWhole,
  isMentioned,
  MOST_FOUND,
  readMentions,
  type Mentioned,
} from "../../access/find-mentioned.ts";
import type { Permission } from "../../access/permissions.ts";
import type { Database } from "../../platform/index.ts";
import { apiKeys } from "../tables.ts";
import { showApiKey } from "./store.ts";

export interface Leaked {
  found: Mentioned[];
  /** The text names more, which were not looked up. */
  isCut: boolean;
}

/**
 * The credentials that a text names, whosever they are: API keys, and for readers who may revoke
 * them, tokens and service keys. For an operator who was shown a leak.
 */
export async function findLeaked(
  db: Database,
  text: string,
  permissions: ReadonlySet<Permission>,
  now: number,
): Promise<Leaked> {
  const { mentions, isCut } = readMentions(text);
  if (mentions.length === 0) return { found: [], isCut };
  const rows = await db
    .select()
    .from(apiKeys)
    .where(isMentioned(apiKeys.id, "live", mentions))
    .limit(MOST_FOUND);
  const keys = rows.map((row) => {
    const { id, name, tenantId, hash, deletedAt } = row;
    const { status } = showApiKey(row, undefined, now);
    const works = deletedAt === null && (status === "active" || status === "replaced");
    const isWhole = hasWhole(hash, mentions);
    return { kind: "live" as const, id, name, tenants: [tenantId], works, isWhole };
  });
  const others = permissions.has("tokens:write") ? await findMentioned(db, mentions, now) : [];
  return { found: [...keys, ...others], isCut };
}
