import type { Context } from "hono";
import { refuseField, type Refusal } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import type { FormState } from "../frame/form.ts";
import { typeOfFile } from "./type-of-file.ts";

type Content = { text: string } | { mimeType: string; contentBase64: string };

/** What was typed, or the file that came instead, which does not stay with the request. */
export async function readContent(
  c: Context<Rampart, string>,
  form: FormState,
): Promise<Content | Refusal> {
  const file = c.get("sentFile");
  c.set("sentFile", undefined);
  if (file === undefined) return { text: form.value("text") };
  if (form.given("text") !== undefined) {
    return refuseField("text", "must be left out beside a file");
  }
  const bytes = Buffer.from(await file.arrayBuffer());
  return { mimeType: typeOfFile(file), contentBase64: bytes.toString("base64") };
}
