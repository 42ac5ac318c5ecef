import { failureOf } from "../../http/index.ts";
import { isTooSoon, writeInTurn, type Platform } from "../../platform/index.ts";
import type { Bucket } from "../segments/manifest.ts";

/** Stored with what a bouncer was sent: the state that it has, and when it was last sent everything. */
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
  /** The file as it was when the poll began. */
  before: R2Object | null;
  log: Platform["log"];
  who: { tenantId: string; keyId: string };
}

interface Told {
  sure: Sent;
  /** Marks what is sent now as unsure: the next poll then sends it once more. */
  unsure: () => Sent;
  /** Whether the bouncer may have given up waiting by now. */
  isLate: () => boolean;
}

/**
 * Stores what a bouncer is sent. It is stored as sure only if that succeeds while the bouncer is still
 * waiting for the answer; else as unsure.
 */
export async function keepSent(place: Place, { sure, unsure, isLate }: Told): Promise<void> {
  const { before } = place;
  // Conditional: a write that seems to fail and arrives later then finds another file and does nothing.
  const onlyIf = before === null ? { etagDoesNotMatch: "*" } : { etagMatches: before.etag };
  const isKept = !isLate() && (await keep(place, sure, onlyIf).catch(() => false));
  if (!isKept) await keep(place, unsure());
  // It was stored as sure but took too long. Whether or not this can be taken back, it is sent now.
  else if (isLate()) await keep(place, unsure()).catch(() => false);
}

/** False if another poll of the same key was quicker. */
async function keep(place: Place, sent: Sent, onlyIf?: R2Conditional): Promise<boolean> {
  const { bucket, file, log, who } = place;
  const options = { customMetadata: { ...sent.note }, ...(onlyIf && { onlyIf }) };
  const put = () => bucket.put(file, sent.text, options);
  try {
    return (await (onlyIf ? put() : writeInTurn(put))) !== null;
  } catch (error) {
    if (onlyIf && isTooSoon(error)) return false;
    log({ level: "warn", event: "bouncer_unnoted", ...who, reason: failureOf(error) });
    // If it was stored after all, it must be sent now. If not, it must not: what is sent and not stored
    // could never be taken back.
    if (!(await isNoted(bucket, file, sent.note))) throw error;
    return true;
  }
}

async function isNoted(bucket: Bucket, file: string, { state, fullAt }: Note): Promise<boolean> {
  const kept = (await bucket.head(file))?.customMetadata;
  return kept?.["state"] === state && kept["fullAt"] === fullAt;
}
