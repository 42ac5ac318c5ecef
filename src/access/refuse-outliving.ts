import { refuse, type Refusal } from "../http/index.ts";
import type { Person } from "./principal.ts";

/** What a token issues ends with it: one that is found must not be made into a longer one. */
export function refuseOutliving({ endsAt }: Person, expiresAt: number): Refusal | undefined {
  if (endsAt === undefined || expiresAt <= endsAt) return undefined;
  const end = new Date(endsAt).toISOString();
  return refuse(
    400,
    "invalid_request",
    `What a token issues ends with it at the latest, on ${end}.`,
    { details: [{ path: "expiresAt", message: `must not lie after ${end}` }] },
  );
}
