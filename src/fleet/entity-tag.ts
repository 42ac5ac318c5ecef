import { createHash } from "../platform/index.ts";

const TAG_LENGTH = 32;

export function entityTag(text: string): string {
  return `"${createHash("sha256").update(text).digest("hex").slice(0, TAG_LENGTH)}"`;
}
