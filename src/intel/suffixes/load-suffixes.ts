import { areSuffixesOpen, openSuffixes } from "./find-suffix.ts";

/**
 * Loads the rules, which are a module of their own. Whatever reads names (the index, the model of
 * messages) waits for this when it is loaded, so that names can then be cut without waiting.
 */
export async function loadSuffixes(): Promise<void> {
  if (!areSuffixesOpen()) openSuffixes((await import("./rules.txt")).default);
}
