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
  const type = knownType(mimeType);
  if (isRefusal(type)) return type;
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

export function knownType(mimeType: string): MimeType | Refusal {
  const type = mimeType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const known = MIME_TYPES.find((one) => one === type);
  const message = `Documents of type ${type} cannot be read here; send ${MIME_TYPES.join(", ")}.`;
  return known ?? refuse(415, "unsupported_document", message);
}
