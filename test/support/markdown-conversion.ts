import type { MarkdownMaker } from "../../src/ai/providers/run-workers-ai.ts";
import { anApp } from "./app.ts";
import { aWorkersAi } from "./workers-ai.ts";

/** As its page of supported formats has them, but for pictures and what is text anyway. */
const FORMATS: Readonly<Record<string, string>> = {
  "application/pdf": ".pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
  "application/vnd.oasis.opendocument.text": ".odt",
  "application/vnd.oasis.opendocument.spreadsheet": ".ods",
};

export interface Converted {
  name: string;
  type: string;
  bytes: Uint8Array;
  options: unknown;
}

/** What a conversion comes to: its Markdown, what is wrong with the file, or what broke the service. */
export type Said = string | { error: string } | { rubbish: unknown } | Error | { never: true };

/** The binding's conversion as it is documented: what it says last it says from then on. */
export function aConversion(...says: Said[]) {
  const converted: Converted[] = [];
  const toMarkdown: MarkdownMaker["toMarkdown"] = async ({ name, blob }, options) => {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    converted.push({ name, type: blob.type, bytes, options });
    const about = { id: crypto.randomUUID(), name, mimeType: blob.type };
    const extension = FORMATS[blob.type];
    if (extension === undefined || !name.endsWith(extension)) {
      return { ...about, format: "error", error: "Unsupported format" };
    }
    const said = says[Math.min(converted.length, says.length) - 1] ?? "";
    if (said instanceof Error) throw said;
    if (typeof said === "string") {
      return { ...about, format: "markdown", tokens: Math.ceil(said.length / 4), data: said };
    }
    if ("never" in said) return new Promise(() => {});
    return "rubbish" in said ? said.rubbish : { ...about, format: "error", error: said.error };
  };
  return { converted, toMarkdown };
}

/** The product with that conversion, as a provider with a name of its own. */
export function anAppWithConversion(says: Said[], bound: Partial<Cloudflare.Env> = {}) {
  const { converted, toMarkdown } = aConversion(...says);
  const name = `workers-${crypto.randomUUID()}`;
  const AI = { ...aWorkersAi().binding, toMarkdown };
  const AI_PROVIDERS = JSON.stringify([{ kind: "workers-ai", name }]);
  const { request, lines } = anApp({}, { AI_PROVIDERS, AI, ...bound });
  const ask = (method: string, path: string, as: string, body?: object, signal?: AbortSignal) => {
    const text = body === undefined ? "" : JSON.stringify(body);
    return request(path, {
      method,
      headers: {
        authorization: `Bearer ${as}`,
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(text)),
      },
      ...(body === undefined ? {} : { body: text }),
      ...(signal && { signal }),
    });
  };
  return { ask, request, converted, name, lines };
}

export const PDF = "application/pdf";
export const [, DOCX = "", XLSX = "", ODT = "", ODS = ""] = Object.keys(FORMATS);

/** What such a file begins with, and something that tells it from others. */
export function aFile(type: string, of = "one"): string {
  return Buffer.from(`${type === PDF ? "%PDF-1.7\n" : "PK\u0003\u0004"}${of}`).toString("base64");
}
