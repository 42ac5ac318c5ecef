import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { cleanText, type Cleaned } from "./clean-text.ts";
import { readCsv } from "./read-csv.ts";
import { readHtml } from "./read-html.ts";
import { readJson } from "./read-json.ts";

export const MIME_TYPES = [
  "text/plain",
  "text/markdown",
  "text/html",
  "application/json",
  "text/csv",
] as const;

type MimeType = (typeof MIME_TYPES)[number];

/** The text that people would read in a document of one of the formats that need no other program. */
export function readDocument(
  raw: string,
  mimeType: string,
): (Cleaned & { title?: string }) | Refusal {
  const type = mimeType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!isKnown(type)) {
    return refuse(
      415,
      "unsupported_document",
      `Documents of type ${type} cannot be read here; send ${MIME_TYPES.join(", ")}.`,
    );
  }
  if (type === "text/html") {
    const { text, title } = readHtml(raw);
    const cleaned = cleanText(text);
    return { ...cleaned, ...(title === undefined ? {} : { title }) };
  }
  const { text, removed } = cleanText(raw);
  const read =
    type === "application/json" ? readJson(text) : type === "text/csv" ? readCsv(text) : text;
  return isRefusal(read) ? read : { text: read, removed };
}

function isKnown(type: string): type is MimeType {
  return (MIME_TYPES as readonly string[]).includes(type);
}
