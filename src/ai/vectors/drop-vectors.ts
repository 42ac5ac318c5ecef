import type { Platform } from "../../platform/index.ts";
import type { VectorBook } from "../knowledge/vector-book.ts";
import { indexesOf } from "./plan.ts";
import { openIndex } from "./vector-index.ts";

interface Around {
  env: Cloudflare.Env;
  platform: Platform;
}

/** True when the index has none of the book's vectors any more, or there is no index to be told. */
export async function dropVectors(book: VectorBook, { env, platform }: Around): Promise<boolean> {
  book.enter(null);
  const [settings] = indexesOf(env);
  const index = settings && openIndex(env, platform, settings);
  if (index === undefined) return true;
  for (;;) {
    const gone = book.gone();
    if (gone.length === 0) return true;
    if (!(await index.remove(gone))) return false;
    book.removed(gone);
  }
}
