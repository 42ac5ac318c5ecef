import { readOwn } from "./read-own.ts";
import { readPublic } from "./read-public.ts";
import type { Sample } from "./samples.ts";

/** All that may be learned from; the present-day messages are no part of it. */
export function readSamples(folder: string): Sample[] {
  return [...readPublic(folder, "sms"), ...readPublic(folder, "mail"), ...readOwn()];
}
