import type { ColdTable, Segment } from "../segments/read-segment.ts";
import { WORDS_OF, type Table, type TableKind } from "../segments/table.ts";
import type { Source } from "../sources/source.ts";
import { KeyIndex } from "./key-index.ts";
import { mergeRuns, type Run } from "./merge-runs.ts";
import { Ipv4Ranges, Ipv6Ranges } from "./range-index.ts";
import { MAX_SEGMENTS, referenceTo } from "./reference.ts";

/** One source's segment in the index. */
export interface Part {
  source: Source;
  segment: Segment;
  /** Its file, for tables that are read block by block. */
  file: string;
  /** When its source is known to have listed all this last; Unix milliseconds. */
  confirmedAt: number;
}

export interface ColdPart {
  part: Part;
  table: ColdTable;
}

export interface Index {
  version: number;
  parts: readonly Part[];
  tables: ReadonlyMap<TableKind, readonly (Table | undefined)[]>;
  ip4: KeyIndex;
  ip4ranges: Ipv4Ranges;
  ip6ranges: Ipv6Ranges;
  names: KeyIndex;
  asns: KeyIndex;
  mails: KeyIndex;
  cold: ReadonlyMap<TableKind, readonly ColdPart[]>;
}

/** Merges segments into one index. Yields often, see `mergeRuns`. */
export function* buildIndex(version: number, parts: readonly Part[]): Generator<void, Index> {
  if (parts.length > MAX_SEGMENTS) throw new Error("There are more segments than an index holds.");
  const tables = new Map<TableKind, readonly (Table | undefined)[]>();
  const merged = (kind: TableKind) => {
    const own = parts.map(({ segment }) => segment.tables.find((table) => table.kind === kind));
    tables.set(kind, own);
    return mergeRuns(own.flatMap(runOf), WORDS_OF[kind]);
  };
  return {
    version,
    parts,
    tables,
    ip4: new KeyIndex(yield* merged("ip4")),
    ip4ranges: yield* Ipv4Ranges.from(yield* merged("ip4range")),
    ip6ranges: yield* Ipv6Ranges.from(yield* merged("ip6range")),
    names: new KeyIndex(yield* merged("name")),
    asns: new KeyIndex(yield* merged("asn")),
    mails: new KeyIndex(yield* merged("mail")),
    cold: coldPartsOf(parts),
  };
}

/** The same index with new times and definitions of its sources. */
export function withParts(index: Index, version: number, parts: readonly Part[]): Index {
  return { ...index, version, parts, cold: coldPartsOf(parts) };
}

function coldPartsOf(parts: readonly Part[]): Index["cold"] {
  const cold = new Map<TableKind, ColdPart[]>();
  for (const part of parts) {
    for (const table of part.segment.cold) {
      const { kind } = table.header;
      cold.set(kind, [...(cold.get(kind) ?? []), { part, table }]);
    }
  }
  return cold;
}

function runOf(table: Table | undefined, segment: number): Run[] {
  if (table === undefined || table.rows === 0) return [];
  const references = Uint32Array.from({ length: table.rows }, (_, row) =>
    referenceTo(segment, row),
  );
  return [{ words: table.words, references }];
}

/** Runs a build to its end without pauses. */
export function finish<T>(build: Generator<void, T>): T {
  for (;;) {
    const step = build.next();
    if (step.done === true) return step.value;
  }
}

/** Runs a build with a pause after each step, so that requests are answered in between. */
export async function finishPolitely<T>(
  build: Generator<void, T>,
  breathe: () => Promise<void>,
): Promise<T> {
  for (;;) {
    const step = build.next();
    if (step.done === true) return step.value;
    await breathe();
  }
}
