import { findSource, type KnownSource } from "../store.ts";
import type { Stores } from "./stores.ts";
import { redefine } from "./publish.ts";

/** Another try is needed only if somebody changed the source in between. */
const MAX_TRIES = 5;

/**
 * Writes the changes of operators to a source into the manifest; again if there was another change
 * meanwhile, so that the manifest ends with what the database has.
 */
export async function redefineLive(
  stores: Pick<Stores, "db" | "bucket">,
  id: string,
): Promise<KnownSource | undefined> {
  const { db } = stores;
  let known = await findSource(db, id);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (known === undefined || known.row.version === 0) break;
    const written = JSON.stringify(known.row.changes);
    await redefine(stores, known.source);
    known = await findSource(db, id);
    if (JSON.stringify(known?.row.changes) === written) break;
  }
  return known;
}
