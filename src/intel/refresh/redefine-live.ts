import { findSource, type KnownSource } from "../store.ts";
import type { Stores } from "./accept-feed.ts";
import { redefine } from "./publish.ts";

/** Somebody else may change the source meanwhile; what goes live last must be what is known last. */
export async function redefineLive(
  { db, bucket }: Pick<Stores, "db" | "bucket">,
  id: string,
): Promise<KnownSource | undefined> {
  const known = await findSource(db, id);
  if (known === undefined || known.row.version === 0) return known;
  await redefine(bucket, known.source);
  const now = await findSource(db, id);
  const isSame = JSON.stringify(now?.row.changes) === JSON.stringify(known.row.changes);
  return isSame ? now : redefineLive({ db, bucket }, id);
}
