import { namePeople, nameServiceKeys, nameTokens } from "../../access/name-callers.ts";
import type { Named, Names } from "../../access/name-rows.ts";
import type { Reach } from "../../access/principal.ts";
import { nameDictionaries } from "../../dictionaries/store.ts";
import { nameAgents, nameCodes, namePolicies } from "../../fleet/name-things.ts";
import type { Database } from "../../platform/index.ts";
import { nameApiKeys } from "../../tenants/api-keys/store.ts";
import { nameEndpoints } from "../../webhooks/endpoints/store.ts";
import type { Thing } from "./things.ts";

type Namer = (db: Database, reach: Reach, ids: readonly string[]) => Promise<Names>;

/** For each kind of thing, the query that names a list of ids. */
const NAMERS: Partial<Record<Thing["kind"], Namer>> = {
  person: namePeople,
  token: nameTokens,
  service: nameServiceKeys,
  agent: nameAgents,
  enrollment_code: nameCodes,
  api_key: nameApiKeys,
  webhook: nameEndpoints,
  policy: namePolicies,
  dictionary: nameDictionaries,
};

export type NameOf = (thing: Thing) => Named | undefined;

/** Names the things on a page, with one query for each kind. */
export async function nameThings(
  db: Database,
  reach: Reach,
  things: readonly Thing[],
): Promise<NameOf> {
  const named = await Promise.all(
    Object.entries(NAMERS).map(async ([kind, name]) => {
      const ids = things.filter((thing) => thing.kind === kind).map(({ id }) => id);
      return [kind, await name(db, reach, [...new Set(ids)])] as const;
    }),
  );
  const byKind = new Map<string, Names>(named);
  return ({ kind, id, name }) =>
    byKind.get(kind)?.get(id) ?? (name === undefined ? undefined : { name, stands: true });
}
