import { refuse, type Refusal } from "../../http/index.ts";

/** A kind of files that is no text. */
export interface FileKind {
  type: string;
  /** How such a file is called. */
  extension: string;
  /** What its bytes begin with, as letters. */
  starts: string;
}

const ZIP = "PK\u0003\u0004";
const OFFICE = "application/vnd.openxmlformats-officedocument";
const OPEN = "application/vnd.oasis.opendocument";

/** What Workers AI makes text of without asking a model, as it would of pictures. */
export const FILE_KINDS: readonly FileKind[] = [
  ["pdf", "application/pdf", "%PDF-"],
  ["docx", `${OFFICE}.wordprocessingml.document`],
  ["xlsx", `${OFFICE}.spreadsheetml.sheet`],
  ["odt", `${OPEN}.text`],
  ["ods", `${OPEN}.spreadsheet`],
].map(([extension = "", type = "", starts = ZIP]) => ({ extension, type, starts }));

export function fileKind(type: string): FileKind | undefined {
  return FILE_KINDS.find((kind) => kind.type === type);
}

/** By the first bytes, which a sender cannot misname. */
export function checkFile(bytes: Uint8Array, { type, starts }: FileKind): Refusal | undefined {
  const begun = String.fromCodePoint(...bytes.subarray(0, starts.length));
  if (begun === starts) return undefined;
  return refuse(415, "unsupported_document", `The file is not of the type ${type}.`);
}
