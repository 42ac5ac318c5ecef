import { and, gte, lt, or, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { sha256, type Database } from "../platform/index.ts";
import { stateOf, type CredentialState } from "./credential-state.ts";
import { standingOf } from "./erased-tenants.ts";
import { accessTokens, serviceKeys } from "./tables.ts";
import { tokenStanding } from "./token-standing.ts";

/** Texts name a few credentials; each takes two of the values that a statement may have. */
export const MOST_MENTIONED = 20;
export const MOST_FOUND = 20;
const MENTION =
  /rmp_(live|pat|svc)_([0-9A-Za-z]{4,10})(?:[0-9A-Za-z]{43}_[0-9A-Za-z]{14}|_[0-9A-Za-z]{43}_[0-9A-Za-z]{6})?/g;
const BARE_ID = /^[0-9A-Za-z]{10}$/;
/** Comes after all characters of an id. */
const AFTER = "~";

export type MentionedKind = "live" | "pat" | "svc";

/** A credential as a text names it: in full, or by how it begins. */
export interface Mention {
  kind: MentionedKind | undefined;
  /** The id, or how it begins. */
  id: string;
  hash: string;
}

export interface Mentioned {
  kind: MentionedKind;
  id: string;
  name: string;
  /** Null: all tenants. */
  tenants: string[] | null;
  state: CredentialState;
  /** The text has the secret too, and not only the id. */
  isWhole: boolean;
}

/** The first credentials that a text names, and if it names more. An id alone may be of any kind. */
export function readMentions(text: string): { mentions: Mention[]; isCut: boolean } {
  const bare = text.trim();
  if (BARE_ID.test(bare)) {
    return { mentions: [{ kind: undefined, id: bare, hash: "" }], isCut: false };
  }
  const named = new Map([...text.matchAll(MENTION)].map((one) => [one[0], one]));
  const mentions = [...named.values()].slice(0, MOST_MENTIONED).map(([whole, kind, id = ""]) => ({
    kind: kind as MentionedKind,
    id,
    hash: sha256(whole),
  }));
  return { mentions, isCut: named.size > MOST_MENTIONED };
}

/** Whether the id is one of those mentioned of this kind. */
export function isMentioned(
  id: SQLiteColumn,
  kind: MentionedKind,
  mentions: readonly Mention[],
): SQL {
  const ofKind = mentions.filter((mention) => mention.kind === undefined || mention.kind === kind);
  const ranges = ofKind.map((mention) => and(gte(id, mention.id), lt(id, mention.id + AFTER)));
  return or(...ranges) ?? sql`false`;
}

export function hasWhole(hash: string, mentions: readonly Mention[]): boolean {
  return mentions.some((mention) => mention.hash === hash);
}

/** The tokens and service keys among those mentioned. */
export async function findMentioned(
  db: Database,
  mentions: readonly Mention[],
  now: number,
): Promise<Mentioned[]> {
  const token = { ...columnsOf(accessTokens), ...tokenStanding };
  const key = {
    ...columnsOf(serviceKeys),
    goneAt: serviceKeys.revokedAt,
    tenantsLeft: standingOf(serviceKeys),
  };
  const [tokens, keys] = await db.batch([
    db
      .select(token)
      .from(accessTokens)
      .where(isMentioned(accessTokens.id, "pat", mentions))
      .limit(MOST_FOUND),
    db
      .select(key)
      .from(serviceKeys)
      .where(isMentioned(serviceKeys.id, "svc", mentions))
      .limit(MOST_FOUND),
  ]);
  const all = [
    ...tokens.map((row) => ({ ...row, kind: "pat" as const })),
    ...keys.map((row) => ({ ...row, kind: "svc" as const })),
  ];
  return all.map(({ kind, id, name, tenants, hash, ...standing }) => ({
    kind,
    id,
    name,
    tenants,
    state: stateOf(standing, now),
    isWhole: hasWhole(hash, mentions),
  }));
}

function columnsOf(table: typeof accessTokens | typeof serviceKeys) {
  const { id, hash, name, tenants, expiresAt } = table;
  return { id, hash, name, tenants, expiresAt };
}
