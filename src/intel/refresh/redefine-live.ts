import { findSource, type KnownSource } from "../store.ts";
import type { Stores } from "./stores.ts";
import { redefine } from "./publish.ts";

/** Each more is another change that came in between. */
const MAX_TELLS = 5;

/** Somebody else may change the source meanwhile; what goes live last must be what is known last. */
export async function redefineLive(
  { db, bucket }: Pick<Stores, "db" | "bucket">,
  id: string,
): Promise<KnownSource | undefined> {
  let known = await findSource(db, id);
  for (let tells = 0; tells < MAX_TELLS; tells += 1) {
    if (known === undefined || known.row.version === 0) break;
    const told = JSON.stringify(known.row.changes);
    await redefine(bucket, known.source);
    known = await findSource(db, id);
    if (JSON.stringify(known?.row.changes) === told) break;
  }
  return known;
}
