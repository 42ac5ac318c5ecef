import { doneBy } from "../access/audit.ts";
import type { Person } from "../access/principal.ts";
import type { TenantId } from "../access/claim-tenant.ts";
import { noSuch, refuse, type Refusal } from "../http/index.ts";
import { database } from "../platform/index.ts";
import { hashOf } from "./keep/keep-inspection.ts";
import type { NewFeedback } from "./record-schemas.ts";
import type { Verdict } from "./schemas.ts";
import { findInspection, putFeedback, type FeedbackRow, type Found } from "./store.ts";

/**
 * Stores that a verdict was wrong. The feedback is kept for training, as long as the inspection itself.
 */
export async function giveFeedback(
  env: Cloudflare.Env,
  { by, tenantId, now }: { by: Person; tenantId: TenantId; now: number },
  id: string,
  given: NewFeedback,
): Promise<FeedbackRow | Refusal> {
  const db = database(env);
  const found = await findInspection(db, tenantId, id, now);
  if (found === undefined) return noSuchInspection();
  const { label } = given;
  if (label === found.row.verdict) return agrees(label);
  if (!(await isSameMessage(env, found, given))) return otherMessage();
  const row: FeedbackRow = {
    inspectionId: id,
    tenantId,
    kind: given.kind,
    label,
    note: given.note ?? null,
    message: given.message ?? null,
    by: by.subject,
    createdAt: now,
    expiresAt: found.row.expiresAt,
  };
  await putFeedback(db, row, {
    at: now,
    ...doneBy(by),
    action: "inspection.feedback",
    tenantId,
    target: id,
    detail: { kind: row.kind, label },
  });
  return row;
}

export function noSuchInspection(): Refusal {
  return noSuch("inspection");
}

async function isSameMessage(
  env: Cloudflare.Env,
  { row }: Found,
  { message }: NewFeedback,
): Promise<boolean> {
  if (message === undefined) return true;
  return (
    (await hashOf(env, row.tenantId, { channel: row.channel, ...message })) === row.messageHash
  );
}

function agrees(verdict: Verdict): Refusal {
  return refuse(409, "feedback_agrees", `The verdict was ${verdict} already.`);
}

function otherMessage(): Refusal {
  return refuse(422, "other_message", "This is not the message that was inspected.", {
    details: [{ path: "message", message: "must be as it was inspected" }],
  });
}
