import { refuse, type Refusal } from "../../http/index.ts";

/** A kind of file that is no text. */
export interface FileKind {
  type: string;
  /** The extension of such a file's name. */
  extension: string;
  /** The first bytes of such a file, as characters. */
  starts: string;
}

const ZIP = "PK\u0003\u0004";
const OFFICE = "application/vnd.openxmlformats-officedocument";
const OPEN = "application/vnd.oasis.opendocument";

/** The kinds that Workers AI converts without a model, which it needs for pictures. */
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

/** Checks the first bytes, which do not depend on what a sender calls the file. */
export function checkFile(bytes: Uint8Array, { type, starts }: FileKind): Refusal | undefined {
  const begun = String.fromCodePoint(...bytes.subarray(0, starts.length));
  if (begun === starts) return undefined;
  return refuse(415, "unsupported_document", `The file is not of the type ${type}.`);
}
