import type { SignedIn } from "../../access/sessions/index.ts";
import { refuse, type Refusal } from "../../http/index.ts";
import { sha256 } from "../../platform/index.ts";

/** The field that says whose page a form was in. */
export const SENDER = "by";
const MARK_LENGTH = 16;

type Sender = Pick<SignedIn, "personId">;

/** A mark that is the same in all sessions of a person, and does not tell who the person is. */
export function markSender({ personId }: Sender): string {
  return sha256(`form of ${personId}`).slice(0, MARK_LENGTH);
}

/** Refuses a form that another person typed before this reader signed in to the same browser. */
export function refuseOther(sent: URLSearchParams, who: Sender | undefined): Refusal | undefined {
  const mark = sent.get(SENDER);
  if (mark === null || who === undefined || mark === markSender(who)) return undefined;
  return refuse(
    409,
    "other_sender",
    "Somebody else had opened this form; nothing was done. Open it anew.",
  );
}
