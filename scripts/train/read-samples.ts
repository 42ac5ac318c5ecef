import { readOwn } from "./read-own.ts";
import { readPublic } from "./read-public.ts";
import type { Sample } from "./samples.ts";

/** Reads all messages that may be learned from; the present-day messages are not among them. */
export function readSamples(folder: string): Sample[] {
  return [...readPublic(folder, "sms"), ...readPublic(folder, "mail"), ...readOwn()];
}
