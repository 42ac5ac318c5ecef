import "../suffixes/open-rules.ts";
import { createReadStream, writeFileSync } from "node:fs";
import * as z from "zod";
import { buildFromFeed, type BuiltFeed } from "../../src/intel/refresh/build-from-feed.ts";
import { MAX_SEGMENT_BYTES } from "../../src/intel/refresh/most-bytes.ts";
import { judgeFeed, judgeTables } from "../../src/intel/refresh/judge-feed.ts";
import { writeSegment } from "../../src/intel/segments/write-segment.ts";
import { FORMAT_IDS } from "../../src/intel/sources/formats/index.ts";
import { BUILT_IN } from "../../src/intel/sources/registry.ts";
import { EFFECTS } from "../../src/intel/sources/source.ts";
import { Failure } from "../dev/failure.ts";
import { ask } from "../instance/ask.ts";
import type { Target } from "./find-target.ts";
import { pathFor, sizeOf, tell } from "./load.ts";
import { Progress } from "./progress.ts";
import type { Order } from "./read-order.ts";
import { accepted, send } from "./send.ts";

const CHUNK = 1 << 20;

const sources = z.object({
  items: z.array(z.object({ id: z.string(), format: z.enum(FORMAT_IDS), effect: z.enum(EFFECTS) })),
});

type Known = z.infer<typeof sources>["items"][number];

/** Builds a segment here, where there is enough memory and time, and sends or writes it. */
export async function build({
  source: id,
  file,
  mayShrink,
  out,
  target,
}: Order): Promise<string[]> {
  const bytes = sizeOf(file);
  const to = out === undefined ? target() : undefined;
  const source = to === undefined ? builtIn(id) : await findSource(to, id);
  const mailSecret = to?.mailSecret ?? process.env["INDICATOR_HMAC_KEY"];
  const built = await buildFromFeed(source, read(file, bytes), { mailSecret: mailSecret ?? "" });
  const refused = judgeFeed(built, 0);
  if (refused !== undefined) throw new Failure(`${file}: ${refused.message}`);
  const segment = segmentOf(id, built, mailSecret);
  const { rows, badLines, firstBadLines } = built;
  if (to === undefined) {
    writeFileSync(out ?? "", segment);
    return [`${out}: a segment of ${id} of ${rows} rows; ${badLines} bad lines`];
  }
  const path = pathFor(id, "segment", mayShrink);
  const parcel = { path, bytes: segment.length, content: inPieces(segment) };
  const { version } = await send(to, parcel, accepted);
  return tell(id, { rows, badLines, firstBadLines, version });
}

function segmentOf(source: string, built: BuiltFeed, mailSecret: string | undefined): Uint8Array {
  const { builder, rows } = built;
  const tables = builder.finish();
  const hasMails = tables.some((table) => table.kind === "mail" && table.rows > 0);
  if (hasMails && mailSecret === undefined) {
    throw new Failure(
      "E-mail addresses need the instance's INDICATOR_HMAC_KEY in the environment.",
    );
  }
  const about = { source, createdAt: Date.now(), rows, retained: 0, traits: builder.traits };
  const { bytes, header } = writeSegment({ ...about, tables });
  const refused = judgeTables(header.tables);
  if (refused !== undefined) throw new Failure(refused.message);
  if (bytes.length <= MAX_SEGMENT_BYTES) return bytes;
  throw new Failure(`The segment has ${bytes.length} bytes; ${MAX_SEGMENT_BYTES} is the most.`);
}

function builtIn(id: string): Known {
  const source = BUILT_IN.get(id);
  if (source === undefined)
    throw new Failure(`No source ${id} is built in; one of your own is built without --out.`);
  return source;
}

async function findSource(target: Target, id: string): Promise<Known> {
  const { items } = await ask(target, "GET", "/admin/intel/sources", sources);
  const found = items.find((source) => source.id === id);
  if (found === undefined) throw new Failure(`${target.address} knows no source ${id}.`);
  return found;
}

async function* read(file: string, bytes: number): AsyncGenerator<Uint8Array> {
  const progress = new Progress("read", bytes);
  for await (const piece of createReadStream(file, { highWaterMark: CHUNK })) {
    yield piece as Uint8Array;
    progress.add((piece as Uint8Array).length);
  }
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}
