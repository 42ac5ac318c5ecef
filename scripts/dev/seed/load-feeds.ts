import * as z from "zod";
import { isDamage } from "../../../src/intel/live/is-damage.ts";
import type { Seeding } from "../seed.ts";
import { demoFeeds } from "./demo-feeds.ts";

const sources = z.object({
  items: z.array(z.object({ id: z.string(), rows: z.int(), lastError: z.string().optional() })),
});
const loaded = z.object({ rows: z.int() });

/**
 * Loads the demonstration feed of each source that has nothing, or has lost its data. Real feeds are
 * left alone.
 */
export async function loadFeeds({ call }: Seeding): Promise<void> {
  // A look-up finds out what is lost, for example if the files were deleted but not the database.
  await call("GET", "/admin/intel/explain?value=192.0.2.1");
  const { items } = (await call("GET", "/admin/intel/sources")).read(sources);
  const feeds = demoFeeds(Date.now());
  for (const { id, rows, lastError = "" } of items) {
    const text = feeds[id];
    if (text === undefined || (rows > 0 && !isDamage(lastError))) continue;
    (await call("PUT", `/admin/intel/sources/${id}/feed`, { text })).read(loaded);
  }
}
