import type { Format, Reading } from "../finding.ts";
import { isComment } from "./plain-lists.ts";

/** What may follow is a note or a further column. */
const LINE = /^\s*(\S+)\s+(\d+)(?:\s.*)?$/;
/** Each further list multiplies the doubt by this. */
const DOUBT_PER_LIST = 0.75;

function read(line: string): Reading {
  if (isComment(line)) return undefined;
  const [, value, lists] = LINE.exec(line) ?? [];
  if (value === undefined) return { bad: "The line is no address and number of lists." };
  return { kind: "ip", value, weight: 1 - DOUBT_PER_LIST ** Number(lists) };
}

/** IPsum: an address and the number of lists that have it. */
export const ipsum: Format = { cut: "lines", open: () => read };
