import { timeOf } from "../../platform/index.ts";
import type { StoredAction } from "./answers.ts";
import type { ActionRow } from "./store.ts";

export function showAction(row: ActionRow, now: number): StoredAction {
  const { createdAt, expiresAt, decidedAt, startedAt, finishedAt, state, ...rest } = row;
  const { decisionKey: _key, personId: _person, ...shown } = rest;
  return {
    ...shown,
    requiresApproval: true,
    state: state === "proposed" && expiresAt <= now ? "expired" : state,
    createdAt: timeOf(createdAt),
    expiresAt: timeOf(expiresAt),
    decidedAt: timeOf(decidedAt),
    startedAt: timeOf(startedAt),
    finishedAt: timeOf(finishedAt),
  };
}
