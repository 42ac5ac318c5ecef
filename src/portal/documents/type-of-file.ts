import { FILE_KINDS } from "../../ai/documents/file-kinds.ts";

const TYPES: Readonly<Record<string, string>> = {
  txt: "text/plain",
  md: "text/markdown",
  html: "text/html",
  htm: "text/html",
  json: "application/json",
  csv: "text/csv",
  ...Object.fromEntries(FILE_KINDS.map(({ extension, type }) => [extension, type])),
};

/** What a browser offers to choose from. */
export const CHOSEN = `.${Object.keys(TYPES).join(", .")}`;

/** By its name: what a browser says of it differs from system to system. */
export function typeOfFile({ name }: File): string {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const known = Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined;
  return known ?? "application/octet-stream";
}
