import type { Context } from "hono";
import { Problem, readBytes, refuse } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";

declare module "hono" {
  interface ContextVariableMap {
    /** What came with the form beside what was typed. */
    sentFile: File | undefined;
  }
}

export const MULTIPART = /^multipart\/form-data(?:;|$)/i;

/** The fields of a form that may bring a file. That one stays with the request. */
export async function readMultipart(
  c: Context<Rampart, string>,
  maxBytes: number,
): Promise<URLSearchParams> {
  const body = await readBytes(c, maxBytes);
  const headers = { "content-type": c.req.header("content-type") ?? "" };
  const parts = await new Response(body, { headers }).formData().catch(() => undefined);
  if (parts === undefined) {
    throw new Problem(refuse(400, "invalid_request", "The form breaks off."));
  }
  const sent = new URLSearchParams();
  for (const [name, value] of parts) {
    if (typeof value === "string") sent.append(name, value.replaceAll("\r\n", "\n"));
    // Where none was chosen, browsers send one without anything.
    else if (value.size > 0) c.set("sentFile", value);
  }
  return sent;
}
