import { JsonCutter } from "./cut-json.ts";
import { LineCutter, lineEndOf } from "./cut-lines.ts";
import type { Format, Reading } from "./finding.ts";
import { formatOf, type FormatId } from "./formats/index.ts";
import { HEAD_CHARACTERS, recogniseOther } from "./recognise.ts";

/**
 * The version of the readers of all formats: one more with every change of what they make of a feed.
 * Feeds that another version has read are fetched again, even if the publisher has nothing new.
 */
export const READER = 9;

export type TakeReading = (reading: Reading, line: number) => void;

export interface Trouble {
  error: "feed_damaged" | "feed_other_format";
  message: string;
}

interface Cutter {
  push: (piece: string) => void;
  end: () => string | undefined;
}

/**
 * Reads a feed as it comes and passes on what each record says. Returns what is wrong with the
 * whole file.
 */
export async function readFeed(
  id: FormatId,
  bytes: AsyncIterable<Uint8Array>,
  take: TakeReading,
): Promise<Trouble | undefined> {
  const decoder = new TextDecoder();
  let cutter: Cutter | undefined;
  let head = "";
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    if (cutter !== undefined) {
      cutter.push(text);
      continue;
    }
    head += text;
    if (head.length < HEAD_CHARACTERS) continue;
    const other = recogniseOther(id, head);
    if (other !== undefined) return ofOther(other);
    cutter = begin(id, head, take);
  }
  if (head === "") return damaged("The file is empty.");
  const other = cutter === undefined ? recogniseOther(id, head) : undefined;
  if (other !== undefined) return ofOther(other);
  return damaged((cutter ?? begin(id, head, take)).end());
}

function damaged(message: string | undefined): Trouble | undefined {
  return message === undefined ? undefined : { error: "feed_damaged", message };
}

function ofOther(message: string): Trouble {
  return { error: "feed_other_format", message };
}

function begin(id: FormatId, head: string, take: TakeReading): Cutter {
  const cutter = cutterFor(formatOf(id, head), head, take);
  cutter.push(head);
  return cutter;
}

function cutterFor({ cut, open }: Format, head: string, take: TakeReading): Cutter {
  const read = open();
  const takeRecord = (record: string, line: number) => take(read(record), line);
  return cut === "lines"
    ? new LineCutter(takeRecord, lineEndOf(head))
    : new JsonCutter(cut, takeRecord);
}
