import { refuse, type Refusal } from "../../http/index.ts";
import { NOT_UNICODE } from "../../http/contract/index.ts";
import type { BatchResult } from "./answers.ts";

/** The caller's own name for an item; it comes back with the item's result. */
export interface Referenced {
  reference?: string | undefined;
}

/** For a single value the schema checks this. In a batch only the one item is refused. */
export function refuseNonUnicode(item: { value?: string; context?: string | undefined }) {
  const { value = "", context = "" } = item;
  if (value.isWellFormed() && context.isWellFormed()) return undefined;
  const name = value.isWellFormed() ? "context" : "value";
  return refuse(400, "invalid_request", `"${name}" is invalid: ${NOT_UNICODE}.`);
}

export function failed(
  { reference }: Referenced,
  { status, error, message }: Refusal,
): BatchResult {
  return { reference, ok: false, error: { statusCode: status, error, message } };
}
