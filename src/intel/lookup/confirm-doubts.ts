import { failureOf } from "../../http/index.ts";
import type { Evidence } from "../fusion/evidence.ts";
import { readRows, type ReadRange } from "../segments/block-reader.ts";
import { CorruptSegment } from "../segments/read-segment.ts";
import { evidenceOf, type Doubt } from "./findings.ts";

/** Reads the blocks that settle doubts. Throws if one cannot be read. */
export type ConfirmDoubts = (doubts: readonly Doubt[]) => Promise<Evidence[]>;

/** A block could not be read, so the look-up has no answer. */
export class Unconfirmed extends Error {
  readonly source: string;

  constructor(cause: unknown, file: string, source: string) {
    const why = cause instanceof CorruptSegment ? `${cause.reason}.` : failureOf(cause);
    super(`A block of the segment ${file} of the source ${source} could not be read: ${why}`, {
      cause,
    });
    this.name = "Unconfirmed";
    this.source = source;
  }
}

export function confirmBy(read: ReadRange): ConfirmDoubts {
  return async (doubts) => {
    const found = await Promise.all(doubts.map((doubt) => confirm(doubt, read)));
    return found.flat();
  };
}

async function confirm(doubt: Doubt, read: ReadRange): Promise<Evidence[]> {
  const { cold, key } = doubt;
  const { part, table } = cold;
  const { file, segment } = part;
  const rows = await readRows({ file, segment, table }, key, read).catch((error: unknown) => {
    throw new Unconfirmed(error, file, part.source.id);
  });
  const isAddress = table.header.kind === "ip4";
  return rows.map((row) => evidenceOf(part, row, doubt, isAddress));
}
