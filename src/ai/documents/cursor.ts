import type { Refusal } from "../../http/index.ts";
import { refuseCursor } from "../../http/contract/index.ts";
import type { After } from "../knowledge/read-documents.ts";

const WRITTEN = /^(\d{1,16})\.([\w-]{1,64})$/;

/** The cursor for the documents after this one, whatever is added before it meanwhile. */
export function cursorBehind({ createdAt, id }: After): string {
  return Buffer.from(`${createdAt}.${id}`).toString("base64url");
}

export function readCursor(cursor: string): After | Refusal {
  const [, createdAt, id] = WRITTEN.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (createdAt === undefined || id === undefined) {
    return refuseCursor();
  }
  return { createdAt: Number(createdAt), id };
}
