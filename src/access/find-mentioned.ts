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
  const own = mentions.filter((one) => one.kind === undefined || one.kind === kind);
  const each = own.map((one) => and(gte(id, one.id), lt(id, one.id + AFTER)));
  return or(...each) ?? sql`false`;
}

export function hasWhole(hash: string, mentions: readonly Mention[]): boolean {
  return mentions.some((one) => one.hash === hash);
}

/** The tokens and service keys among those mentioned. */
export async function findMentioned(
  db: Database,
  mentions: readonly Mention[],
  now: number,
): Promise<Mentioned[]> {
  const { id, hash, name, tenants, expiresAt } = accessTokens;
  const token = { id, hash, name, tenants, expiresAt, ...tokenStanding };
  const key = {
    id: serviceKeys.id,
    hash: serviceKeys.hash,
    name: serviceKeys.name,
    tenants: serviceKeys.tenants,
    expiresAt: serviceKeys.expiresAt,
    goneAt: serviceKeys.revokedAt,
    tenantsLeft: standingOf(serviceKeys),
  };
  const [tokens, keys] = await db.batch([
    db
      .select(token)
      .from(accessTokens)
      .where(isMentioned(id, "pat", mentions))
      .limit(MOST_FOUND),
    db
      .select(key)
      .from(serviceKeys)
      .where(isMentioned(serviceKeys.id, "svc", mentions))
      .limit(MOST_FOUND),
  ]);
  const all = [
    ...tokens.map((row) => ({ ...row, kind: "pat" as const })),
    ...keys.map((row) => ({ ...row, kind: "svc" as const, isAway: false })),
  ];
  return all.map(({ hash: stored, kind, id: own, name: called, tenants: of, ...standing }) => ({
    kind,
    id: own,
    name: called,
    tenants: of,
    state: stateOf(standing, now),
    isWhole: hasWhole(stored, mentions),
  }));
}
