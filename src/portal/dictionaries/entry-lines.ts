import type { Entry } from "../../dictionaries/schemas.ts";
import { isObject, parseJson } from "../../http/index.ts";

const MARK = ";;";
const AROUND = /\s;;\s/;
const PLAIN_WEIGHT = 1;

/**
 * Entries as lines that people can edit. An entry that a plain line cannot hold is written as JSON.
 */
export function writeEntryLines(entries: readonly Entry[]): string {
  return entries.map(lineOf).join("\n");
}

/** Reads lines into entries. A weight that is no number becomes NaN, which the schema refuses. */
export function readEntryLines(lines: readonly string[]): unknown[] {
  return lines.map((line) => readJson(line) ?? readPlain(line));
}

function lineOf(entry: Entry): string {
  const { value, weight, note } = entry;
  const plain =
    note !== undefined
      ? `${value} ${MARK} ${weight} ${MARK} ${note}`
      : weight === PLAIN_WEIGHT
        ? value
        : `${value} ${MARK} ${weight}`;
  const faithful = !/[\r\n]/.test(plain) && plain.trim() === plain && same(readBack(plain), entry);
  return faithful ? plain : JSON.stringify(entry);
}

function readBack(line: string): unknown {
  return readJson(line) ?? readPlain(line);
}

function same(one: unknown, other: Entry): boolean {
  const { value, weight, note } = one as Entry;
  return value === other.value && weight === other.weight && note === other.note;
}

function readPlain(line: string) {
  const [value = "", weight, ...rest] = line.split(AROUND);
  const note = rest.length === 0 ? undefined : rest.join(` ${MARK} `);
  return {
    value,
    weight: weight === undefined ? PLAIN_WEIGHT : Number(weight),
    ...(note === undefined ? {} : { note }),
  };
}

function readJson(line: string): unknown {
  if (!line.startsWith("{")) return undefined;
  const read = parseJson(line);
  return isObject(read) && "value" in read ? read : undefined;
}
