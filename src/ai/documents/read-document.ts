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

/** A comment that begins a line and never ends hides everything after it from a reader. */
const ENDLESS_COMMENT = /^ {0,3}<!--[\s\S]*/m;

type MimeType = (typeof MIME_TYPES)[number];

/** The text of a document that people would read. For a file, `raw` is the Markdown made from it. */
export function readDocument(raw: string, mimeType: string): Cleaned | Refusal {
  const type = knownType(mimeType);
  if (isRefusal(type)) return type;
  if (type === "text/html") return cleanText(readHtml(raw));
  if (type === "application/json") {
    // Cleaned only after it is parsed: escapes hide unseen characters, and the marks of a comment may
    // be in two strings.
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

/** A text's media type, the kind of a file that is no text, or a refusal. */
export function knownType(mimeType: string): MimeType | FileKind | Refusal {
  const type = mimeType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const known = MIME_TYPES.find((one) => one === type) ?? fileKind(type);
  const message = `Documents of type ${type} cannot be read here; send ${MIME_TYPES.join(", ")}.`;
  return known ?? refuse(415, "unsupported_document", message);
}
