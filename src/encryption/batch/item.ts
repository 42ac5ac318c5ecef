import type { Refusal } from "../../http/index.ts";
import type { BatchResult } from "../schemas.ts";

/** The caller's own name for an item; it comes back with the item's result. */
export interface Referenced {
  reference?: string | undefined;
}

export function failed(
  { reference }: Referenced,
  { status, error, message }: Refusal,
): BatchResult {
  return { reference, ok: false, error: { statusCode: status, error, message } };
}
