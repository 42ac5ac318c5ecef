import { sha256 } from "../platform/index.ts";

const TAG_LENGTH = 32;

export function entityTag(text: string): string {
  return `"${sha256(text).slice(0, TAG_LENGTH)}"`;
}
