import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { cleanText, type Cleaned } from "./clean-text.ts";
import { fileKind, type FileKind } from "./file-kinds.ts";
import { readCsv } from "./read-csv.ts";
import { readHtml } from "./read-html.ts";
import { readJson } from "./read-json.ts";

const MIME_TYPES = [
  "text/plain",
  "text/markdown",
  "text/html",
  "application/json",
  "text/csv",
] as const;

/** Where it begins a line, no reader sees what stands behind it. */
const ENDLESS_COMMENT = /^ {0,3}<!--[\s\S]*/m;

type MimeType = (typeof MIME_TYPES)[number];

/** The text that people would read in a document; of a file, in the Markdown that was made of it. */
export function readDocument(raw: string, mimeType: string): Cleaned | Refusal {
  const type = knownType(mimeType);
  if (isRefusal(type)) return type;
  if (type === "text/html") return cleanText(readHtml(raw));
  if (type === "application/json") {
    // Cleaned when it is read: escapes hide what is unseen, and a comment's marks may be in two
    // strings.
    const read = readJson(raw);
    return isRefusal(read) ? read : cleanText(read);
  }
  const { text, removed } = cleanText(raw);
  if (type === "text/markdown" || typeof type === "object") {
    const seen = text.replace(ENDLESS_COMMENT, "").trimEnd();
    return { text: seen, removed: removed + text.length - seen.length };
  }
  const read = type === "text/csv" ? readCsv(text) : text;
  return isRefusal(read) ? read : { text: read, removed };
}

/** What is no text is told by its kind. */
export function knownType(mimeType: string): MimeType | FileKind | Refusal {
  const type = mimeType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const known = MIME_TYPES.find((one) => one === type) ?? fileKind(type);
  const message = `Documents of type ${type} cannot be read here; send ${MIME_TYPES.join(", ")}.`;
  return known ?? refuse(415, "unsupported_document", message);
}
