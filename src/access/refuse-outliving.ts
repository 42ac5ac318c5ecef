import { refuse, type Refusal } from "../http/index.ts";
import { timeOf } from "../platform/index.ts";
import type { Person } from "./principal.ts";

/** A stolen token must not be used to make one that lasts longer. */
export function refuseOutliving({ endsAt }: Person, expiresAt: number): Refusal | undefined {
  if (endsAt === undefined || expiresAt <= endsAt) return undefined;
  const end = timeOf(endsAt);
  return refuse(
    400,
    "invalid_request",
    `A token issues none that lasts longer than itself, until ${end}.`,
    { details: [{ path: "expiresAt", message: `must not lie after ${end}` }] },
  );
}
