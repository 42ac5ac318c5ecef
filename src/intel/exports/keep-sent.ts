import { failureOf } from "../../http/index.ts";
import { isTooSoon, writeInTurn, type Platform } from "../../platform/index.ts";
import type { Bucket } from "../segments/manifest.ts";

/** Stands beside what a bouncer was sent: the state that it knows, and when it was last sent all. */
interface Note {
  state: string;
  fullAt: string;
}

interface Sent {
  text: string;
  note: Note;
}

interface Place {
  bucket: Bucket;
  file: string;
  /** What stood there when the poll began. */
  before: R2Object | null;
  log: Platform["log"];
  who: { tenantId: string; keyId: string };
}

interface Told {
  sure: Sent;
  /** By which the next poll tells it once more. */
  unsure: () => Sent;
  /** Whether the bouncer may have given up waiting by now. */
  isLate: () => boolean;
}

/** Keeps what a bouncer is sent: as sure where that was kept, and in time for the bouncer to hear it. */
export async function keepSent(place: Place, { sure, unsure, isLate }: Told): Promise<void> {
  const { before } = place;
  // What fails and still comes later finds another file than it asks for.
  const onlyIf = before === null ? { etagDoesNotMatch: "*" } : { etagMatches: before.etag };
  const isKept = !isLate() && (await keep(place, sure, onlyIf).catch(() => false));
  if (!isKept) await keep(place, unsure());
  // What is kept as sure has to be told now, also where its doubt comes to nothing.
  else if (isLate()) await keep(place, unsure()).catch(() => false);
}

/** False where another poll of the same key was quicker. */
async function keep(place: Place, sent: Sent, onlyIf?: R2Conditional): Promise<boolean> {
  const { bucket, file, log, who } = place;
  const options = { customMetadata: { ...sent.note }, ...(onlyIf && { onlyIf }) };
  const put = () => bucket.put(file, sent.text, options);
  try {
    return (await (onlyIf ? put() : writeInTurn(put))) !== null;
  } catch (error) {
    if (onlyIf && isTooSoon(error)) return false;
    log({ level: "warn", event: "bouncer_unnoted", ...who, reason: failureOf(error) });
    // What was noted all the same has to be told now; what is told and not kept is never taken back.
    if (!(await isNoted(bucket, file, sent.note))) throw error;
    return true;
  }
}

async function isNoted(bucket: Bucket, file: string, { state, fullAt }: Note): Promise<boolean> {
  const kept = (await bucket.head(file))?.customMetadata;
  return kept?.["state"] === state && kept["fullAt"] === fullAt;
}
