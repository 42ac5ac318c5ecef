import { stateOf } from "../../access/credential-state.ts";
import { erasedAmong } from "../../access/erased-tenants.ts";
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
import { statusOfEach } from "../store.ts";
import { apiKeys } from "../tables.ts";

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
  const named = [...new Set(rows.map(({ tenantId }) => tenantId))];
  const [erased, statuses] = await Promise.all([erasedAmong(db, named), statusOfEach(db, named)]);
  const keys = rows.map(({ id, name, tenantId, hash, deletedAt, expiresAt, disabledAt }) => ({
    kind: "live" as const,
    id,
    name,
    tenants: [tenantId],
    // The gate lets in nobody of a tenant that is suspended or closed, until it is opened again.
    state: stateOf(
      {
        goneAt: deletedAt,
        expiresAt,
        tenantsLeft: erased.has(tenantId) ? [] : [tenantId],
        isAway: disabledAt !== null || statuses.get(tenantId) !== "active",
      },
      now,
    ),
    isWhole: hasWhole(hash, mentions),
  }));
  const others = permissions.has("tokens:write") ? await findMentioned(db, mentions, now) : [];
  return { found: [...keys, ...others], isCut };
}
