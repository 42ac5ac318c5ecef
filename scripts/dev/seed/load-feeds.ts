import * as z from "zod";
import type { Seeding } from "../seed.ts";
import { demoFeeds } from "./demo-feeds.ts";

const sources = z.object({ items: z.array(z.object({ id: z.string(), rows: z.int() })) });
const loaded = z.object({ rows: z.int() });

/** Gives each source that has nothing yet its demonstration feed; real feeds are left alone. */
export async function loadFeeds({ call }: Seeding): Promise<void> {
  const { items } = (await call("GET", "/admin/intel/sources")).read(sources);
  const feeds = demoFeeds(Date.now());
  for (const { id, rows } of items) {
    const text = feeds[id];
    if (text === undefined || rows > 0) continue;
    (await call("PUT", `/admin/intel/sources/${id}/feed`, { text })).read(loaded);
  }
}
