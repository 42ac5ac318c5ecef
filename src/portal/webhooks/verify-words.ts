import type { Doubt } from "../../webhooks/verify/verify-delivery.ts";
import spanish from "./verify-words.es.txt";
import { partOf, withSpanish } from "../frame/read-words.ts";

export const verifyWords = withSpanish(
  {
    title: "Check a signature",
    lead: "Paste what your receiver got. You are told whether it would verify with this endpoint's secret, and if not, why. The secret is shown to nobody.",
    headers: "Headers",
    headersHint:
      "The lines webhook-id, webhook-timestamp and webhook-signature; others may stand among them.",
    body: "Body",
    bodyHint: "The bytes as they arrived, before anything reads them as JSON.",
    check: "Check it",
    holds: "It verifies.",
    fails: "It does not verify.",
    signedBy: "Signed with",
    current: "the current secret",
    previous: "the previous secret, which signs along until",
    ended: "a secret that ended",
    key_pair: "the published key (v1a)",
    sentAt: "Says that it was sent",
    receive: "Check it in your own code",
    receiveText:
      "Hand over the raw body. Both libraries refuse a timestamp more than five minutes away.",
    node: "Node: npm install standardwebhooks",
    python: "Python: pip install standardwebhooks",
  },
  spanish,
);

export const doubtWords = withSpanish<Record<Doubt, string>>(
  {
    no_id: "The header webhook-id is missing.",
    no_timestamp: "The header webhook-timestamp is missing.",
    bad_timestamp: "The header webhook-timestamp is no number of seconds.",
    no_signature: "The header webhook-signature is missing, or holds neither v1 nor v1a.",
    unknown_id:
      "Nothing with this webhook-id was sent to this endpoint in the last 30 days: the id is altered, or the delivery is another endpoint's.",
    body_rewritten:
      "The body says the same as what was sent, but is written otherwise: spaces, or the order of names. Verify the raw bytes, not JSON that was read and written again.",
    body_altered: "The body is not what was sent under this webhook-id.",
    timestamp_altered: "Nothing was sent under this webhook-id at this webhook-timestamp.",
    signature_altered: "Id, time and body are as they were sent, but the signature is not.",
    old_secret:
      "It was signed with an older secret of this endpoint, which has ended. Use the current one.",
    ended_secret:
      "It was signed with the secret before the current one, whose overlap is over. Use the current one.",
    too_old:
      "The signature holds, but the timestamp is more than five minutes old: a receiver takes it for a repetition. A retry is signed anew.",
    too_new:
      "The signature holds, but the timestamp is more than five minutes ahead. Look at the receiver's clock.",
  },
  partOf(spanish, "doubts"),
);
