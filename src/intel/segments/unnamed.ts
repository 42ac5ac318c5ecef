import { parseJson } from "../../http/index.ts";
import type { Bucket } from "./manifest.ts";

/** For each file since when it is known to be in no manifest. */
export type Unnamed = Record<string, number>;

const FILE = "intel/unnamed.json";

/** What the last sweep found. If that is damaged it starts again, and files stay a day longer. */
export async function readUnnamed(bucket: Bucket): Promise<Unnamed> {
  const text = await (await bucket.get(FILE))?.text();
  return (parseJson(text ?? "") as Unnamed | undefined) ?? {};
}

export async function writeUnnamed(bucket: Bucket, unnamed: Unnamed): Promise<void> {
  await bucket.put(FILE, JSON.stringify(unnamed));
}
