import { timeOf } from "../../platform/index.ts";
import type { MoveRow } from "./move-store.ts";
import { EVERYBODY, type MoveShown } from "./version-schemas.ts";

export function showMove({ owner, requestedAt, decidedAt, ...row }: MoveRow): MoveShown {
  return {
    ...row,
    scope: owner === EVERYBODY ? "global" : "tenant",
    requestedAt: timeOf(requestedAt),
    decidedAt: timeOf(decidedAt),
  };
}
