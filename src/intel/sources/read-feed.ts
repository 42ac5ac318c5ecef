import { JsonCutter } from "./cut-json.ts";
import { LineCutter } from "./cut-lines.ts";
import type { Format, Reading } from "./finding.ts";
import { formatOf, type FormatId } from "./formats/index.ts";

export type TakeReading = (reading: Reading, line: number) => void;

interface Cutter {
  push: (piece: string) => void;
  end: () => string | undefined;
}

/**
 * Reads a feed as it comes and gives on what each of its records says. The answer is what is
 * wrong with the file as a whole, if anything is.
 */
export async function readFeed(
  id: FormatId,
  bytes: AsyncIterable<Uint8Array>,
  take: TakeReading,
): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let cutter: Cutter | undefined;
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    if (text === "") continue;
    cutter ??= cutterFor(formatOf(id, text), take);
    cutter.push(text);
  }
  return cutter === undefined ? "The file is empty." : cutter.end();
}

function cutterFor({ cut, open }: Format, take: TakeReading): Cutter {
  const read = open();
  const takeRecord = (record: string, line: number) => take(read(record), line);
  return cut === "lines" ? new LineCutter(takeRecord) : new JsonCutter(cut, takeRecord);
}
