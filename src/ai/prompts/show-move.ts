import { timeOf } from "../../platform/index.ts";
import type { MoveRow } from "./move-store.ts";
import type { MoveShown } from "./version-schemas.ts";
import { EVERYBODY } from "./well-known.ts";

export function showMove({ owner, requestedAt, decidedAt, ...row }: MoveRow): MoveShown {
  const { personId: _person, ...shown } = row;
  return {
    ...shown,
    scope: owner === EVERYBODY ? "global" : "tenant",
    requestedAt: timeOf(requestedAt),
    decidedAt: timeOf(decidedAt),
  };
}
