import { failureOf } from "../../http/index.ts";
import type { Evidence } from "../fusion/evidence.ts";
import { readRows, type ReadRange } from "../segments/block-reader.ts";
import { evidenceOf, type Doubt } from "./find-evidence.ts";

/** Reads the blocks that doubts lie in; throws where a block cannot be read. */
export type ConfirmDoubts = (doubts: readonly Doubt[]) => Promise<Evidence[]>;

/** A block could not be read, so the look-up has no answer. */
export class Unconfirmed extends Error {
  constructor(cause: unknown) {
    super(`A block could not be read: ${failureOf(cause)}`);
    this.name = "Unconfirmed";
  }
}

export function confirmBy(read: ReadRange): ConfirmDoubts {
  return async (doubts) => {
    try {
      const found = await Promise.all(doubts.map((doubt) => confirm(doubt, read)));
      return found.flat();
    } catch (error) {
      throw new Unconfirmed(error);
    }
  };
}

async function confirm(doubt: Doubt, read: ReadRange): Promise<Evidence[]> {
  const { cold, key, scope, isInner } = doubt;
  const { part, table } = cold;
  const { file, segment } = part;
  const rows = await readRows({ file, segment, table }, key, read);
  const isAddress = table.header.kind === "ip4";
  return rows.map((row) => evidenceOf(part, row, scope, isAddress, isInner));
}
