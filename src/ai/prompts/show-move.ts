import type { MoveRow } from "./move-store.ts";
import type { MoveShown } from "./version-schemas.ts";
import { EVERYBODY } from "./well-known.ts";

export function showMove({ owner, requestedAt, decidedAt, ...row }: MoveRow): MoveShown {
  return {
    ...row,
    scope: owner === EVERYBODY ? "global" : "tenant",
    requestedAt: new Date(requestedAt).toISOString(),
    decidedAt: decidedAt === null ? null : new Date(decidedAt).toISOString(),
  };
}
