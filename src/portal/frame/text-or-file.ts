import type { Context } from "hono";
import { refuseField, type Refusal } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import type { FormState } from "./form.ts";

/** What was typed, or the file that came instead, which does not stay with the request. */
export function textOrFile(c: Context<Rampart, string>, form: FormState): string | File | Refusal {
  const file = c.get("sentFile");
  c.set("sentFile", undefined);
  if (file === undefined) return form.value("text");
  if (form.given("text") === undefined) return file;
  return refuseField("text", "must be left out beside a file");
}
