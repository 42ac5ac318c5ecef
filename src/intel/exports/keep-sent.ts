import { failureOf } from "../../http/index.ts";
import { isTooSoon, writeInTurn, type Platform } from "../../platform/index.ts";
import type { Bucket } from "../segments/manifest.ts";

/** Stands beside what a bouncer was sent: the state that it knows, and when it was last sent all. */
interface Note {
  state: string;
  fullAt: string;
}

export interface Sent {
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

/**
 * Keeps what a bouncer is sent. Where it is not sure that this was kept, or that the bouncer hears it
 * (`sure` is undefined then), the next poll is to tell it once more.
 */
export async function keepSent(
  place: Place,
  sure: Sent | undefined,
  unsure: () => Sent,
): Promise<void> {
  const { before } = place;
  // What fails and still comes later finds another file than it asks for.
  const onlyIf = before === null ? { etagDoesNotMatch: "*" } : { etagMatches: before.etag };
  const isKept = sure !== undefined && (await keep(place, sure, onlyIf).catch(() => false));
  if (!isKept) await keep(place, unsure());
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
