import { FILE_KINDS } from "../../ai/documents/file-kinds.ts";

const BY_EXTENSION = new Map([
  ["txt", "text/plain"],
  ["md", "text/markdown"],
  ["markdown", "text/markdown"],
  ["html", "text/html"],
  ["htm", "text/html"],
  ["json", "application/json"],
  ["csv", "text/csv"],
  ...FILE_KINDS.map(({ extension, type }) => [extension, type] as const),
]);

/** What a browser offers to choose from. */
export const CHOSEN = [...BY_EXTENSION.keys()].map((extension) => `.${extension}`).join(",");

/** By its name: what a browser says of it differs from system to system. */
export function typeOfFile({ name }: File): string {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return BY_EXTENSION.get(extension) ?? "application/octet-stream";
}
