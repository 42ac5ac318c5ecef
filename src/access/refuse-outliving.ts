import { refuse, type Refusal } from "../http/index.ts";
import { timeOf } from "../platform/index.ts";
import type { Person } from "./principal.ts";

/**
 * Refuses a token that lasts longer than the one that makes it: a thief could keep access for ever.
 */
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
