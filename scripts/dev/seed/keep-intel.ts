import * as z from "zod";
import type { Seeding } from "../seed.ts";
import { DEMO_FEEDS } from "./demo-feeds.ts";

const sources = z.object({ items: z.array(z.object({ id: z.string(), rows: z.int() })) });
const accepted = z.object({ rows: z.int() });

/** Feeds of examples for the sources that are still empty; real ones are left alone. */
export async function keepIntel({ call }: Seeding): Promise<void> {
  const { items } = (await call("GET", "/admin/intel/sources")).read(sources);
  const empty = new Set(items.filter(({ rows }) => rows === 0).map(({ id }) => id));
  for (const [id, text] of Object.entries(DEMO_FEEDS)) {
    if (!empty.has(id)) continue;
    (await call("PUT", `/admin/intel/sources/${id}/feed`, { text })).read(accepted);
  }
}
