import { areSuffixesOpen, openSuffixes } from "./find-suffix.ts";

/**
 * The rules lie beside the script. Whoever loads what reads names (an index, the model of messages)
 * waits for them too, so that names are cut without waiting.
 */
export async function loadSuffixes(): Promise<void> {
  if (!areSuffixesOpen()) openSuffixes((await import("./rules.txt")).default);
}
