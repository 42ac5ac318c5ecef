import { DAY_MS, sha256, writeUnlessWritten, type Platform } from "../../platform/index.ts";
import { finishPolitely, type Index } from "../indexes/build-index.ts";
import type { Knowledge } from "../lookup/look-up.ts";
import { MANIFEST_FILE, readManifest, type Bucket } from "../segments/manifest.ts";
import { writeList, type ExportKind, type ExportRow } from "./export-list.ts";
import { listAddresses } from "./list-addresses.ts";
import { listNames, readOf, UnreadWords, type Asked } from "./list-names.ts";

/** One more with every change of what lists are made of, so that an earlier version's are not kept. */
const FORM = 5;

const states = new WeakMap<Index["parts"], string>();

/**
 * Names the state of the common lists, for file names and ETags. It changes with the segments and
 * sources, and each day, because evidence fades by the day.
 */
export function stateOf({ parts }: Index, now: number): string {
  let state = states.get(parts);
  if (state === undefined) {
    const all = parts.map(({ file, source, confirmedAt }) => [
      file,
      source,
      dayNumber(confirmedAt),
    ]);
    state = sha256(JSON.stringify([FORM, all]));
    states.set(parts, state);
  }
  return `${state}-${dayNumber(now)}`;
}

function dayNumber(time: number): number {
  return Math.floor(time / DAY_MS);
}

/** The list of one kind for all tenants. The first request for it makes it. */
export async function keepExport(
  bucket: Bucket,
  kind: ExportKind,
  { index, confirm }: Pick<Knowledge, "index" | "confirm">,
  platform: Pick<Platform, "now" | "log">,
  mostRows: number,
): Promise<string> {
  const now = platform.now();
  const file = `intel/exports/${stateOf(index, now)}/${kind}`;
  const kept = await readOf(file, bucket.get(file));
  if (kept !== null) return readOf(file, kept.text());
  const rows =
    kind === "ip"
      ? await finishPolitely(listAddresses(index, now), () => scheduler.wait(0))
      : await namesOf(bucket, { kind, index, confirm, now, mostRows }, platform);
  const text = writeList(rows);
  await writeUnlessWritten(() => bucket.put(file, text));
  return text;
}

async function namesOf(
  bucket: Bucket,
  asked: Asked,
  { log }: Pick<Platform, "log">,
): Promise<ExportRow[]> {
  const { manifest, etag } = await readOf(MANIFEST_FILE, readManifest(bucket));
  // The index in memory goes on without a manifest, but only the manifest names the files of words.
  if (etag === undefined && asked.index.parts.length > 0) {
    throw new UnreadWords(MANIFEST_FILE, "it is missing.");
  }
  const rows = await listNames(bucket, manifest.entries, asked);
  const { kind, mostRows } = asked;
  if (rows.length >= mostRows) log({ level: "warn", event: "intel_export_full", kind, mostRows });
  return rows;
}
