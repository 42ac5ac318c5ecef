import type { Evidence } from "../fusion/evidence.ts";
import type { Doubt } from "./find-evidence.ts";

/** Reads the blocks that doubts lie in; throws where a block cannot be read. */
export type ConfirmDoubts = (doubts: readonly Doubt[]) => Promise<Evidence[]>;
