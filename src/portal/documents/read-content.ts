import type { Context } from "hono";
import { isRefusal, type Refusal } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import type { FormState } from "../frame/form.ts";
import { textOrFile } from "../frame/text-or-file.ts";
import { typeOfFile } from "./type-of-file.ts";

type Content = { text: string } | { mimeType: string; contentBase64: string };

/** What a document is made of. */
export async function readContent(
  c: Context<Rampart, string>,
  form: FormState,
): Promise<Content | Refusal> {
  const sent = textOrFile(c, form);
  if (isRefusal(sent)) return sent;
  if (typeof sent === "string") return { text: sent };
  const bytes = Buffer.from(await sent.arrayBuffer());
  return { mimeType: typeOfFile(sent), contentBase64: bytes.toString("base64") };
}
