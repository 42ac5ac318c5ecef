import { failureOf, isRefusal } from "../../http/index.ts";
import type { Disposition } from "../fusion/fuse.ts";
import type { Index } from "../indexes/build-index.ts";
import { readIndicator } from "../indicators/read-indicator.ts";
import { judgeBelow } from "../lookup/judge-below.ts";
import { lookUp, type Knowledge } from "../lookup/look-up.ts";
import { LineCutter } from "../sources/cut-lines.ts";
import type { Bucket, ManifestEntry } from "../segments/manifest.ts";
import { canonicalText } from "../tenant-lists/read-entry.ts";
import { NO_LISTS } from "../tenant-lists/match-lists.ts";
import type { ExportRow, Threat } from "./export-list.ts";

/** Longer lists are of no use to a firewall, and too large for an isolate. */
export const MAX_ROWS = 300_000;

/** A part of a list cannot be read, so the list would be incomplete. */
export class UnreadWords extends Error {
  readonly source: string | undefined;

  constructor(what: string, why: string, source?: string) {
    super(`${what} cannot be read: ${why}`);
    this.name = "UnreadWords";
    this.source = source;
  }
}

/** Reads from the store; a failure becomes `UnreadWords`. */
export async function readOf<T>(what: string, read: Promise<T>, source?: string): Promise<T> {
  return read.catch((error: unknown) => {
    throw new UnreadWords(what, failureOf(error), source);
  });
}

export interface Asked {
  kind: "domain" | "url";
  index: Index;
  confirm: Knowledge["confirm"];
  now: number;
  mostRows: number;
}

/**
 * All names or URLs that are threats, from the plain texts of feeds (refresh/text-keeper.ts), and names
 * that an exception takes out of what is listed with all names below, or with names below them listed.
 */
export async function listNames(
  bucket: Bucket,
  entries: readonly ManifestEntry[],
  asked: Asked,
): Promise<ExportRow[]> {
  const rows = new Map<string, ExportRow>();
  const isVeto = ({ source }: ManifestEntry) => source.effect === "veto";
  // Exceptions last: they must not take the room of what they are exceptions from.
  for (const entry of entries.toSorted((one, other) => +isVeto(one) - +isVeto(other))) {
    const isOfExceptions = isVeto(entry);
    for await (const lines of wordsOf(bucket, entry)) {
      await take(rows, lines, { ...asked, isOfExceptions });
    }
  }
  return [...rows.values()];
}

async function* wordsOf(
  bucket: Bucket,
  { texts, source: { id } }: ManifestEntry,
): AsyncGenerator<string[]> {
  if (texts === undefined) return;
  const what = `The words of the source ${id} in ${texts}`;
  const object = await readOf(what, bucket.get(texts), id);
  if (object === null) throw new UnreadWords(what, "they are missing.", id);
  try {
    yield* linesOf(object.body);
  } catch (error) {
    throw new UnreadWords(what, failureOf(error), id);
  }
}

async function take(
  rows: Map<string, ExportRow>,
  lines: readonly string[],
  asked: Asked & { isOfExceptions: boolean },
) {
  const { kind, index, confirm, now, mostRows, isOfExceptions } = asked;
  if (isOfExceptions && kind !== "domain") return;
  const knowledge = { index, lists: NO_LISTS, mailSecret: "", confirm };
  for (const line of lines) {
    if (rows.size >= mostRows || !line.startsWith(`${kind} `)) continue;
    const text = line.slice(kind.length + 1);
    const indicator = readIndicator(kind, text, { underscore: true });
    if (isRefusal(indicator)) continue;
    const value = canonicalText(indicator);
    if (rows.has(value)) continue;
    // Most exceptions are below nothing that is listed, and need no look-up of their own.
    if (isOfExceptions && !isThreat(await judgeBelow(knowledge, above(value), now))) continue;
    const { verdict } = await lookUp(knowledge, indicator, now);
    const { disposition, threatLevel, categories } = verdict;
    const isBad = isThreat(disposition);
    const below = kind === "domain" ? await judgeBelow(knowledge, value, now) : "unknown";
    if (!isBad && !isOfExceptions && !isThreat(below)) continue;
    const row = {
      value,
      disposition: isBad ? disposition : "clean",
      threatLevel,
      category: categories[0] ?? "",
    } as const;
    rows.set(value, isThreat(below) ? { ...row, below } : row);
  }
}

function isThreat(disposition: Disposition): disposition is Threat {
  return disposition === "malicious" || disposition === "suspicious";
}

function above(name: string): string {
  return name.slice(name.indexOf(".") + 1);
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const gunzip = new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>;
  const decoder = new TextDecoder();
  let lines: string[] = [];
  const cutter = new LineCutter((line) => lines.push(line));
  for await (const chunk of body.pipeThrough(gunzip)) {
    cutter.push(decoder.decode(chunk, { stream: true }));
    yield lines;
    lines = [];
  }
  cutter.end();
  yield lines;
}
