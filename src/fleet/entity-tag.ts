import { createHash } from "../platform/index.ts";

const TAG_LENGTH = 32;

export function entityTag(text: string): string {
  return `"${createHash("sha256").update(text).digest("hex").slice(0, TAG_LENGTH)}"`;
}

export function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((each) => {
    const given = each.trim().replace(/^W\//, "");
    return given === tag || given === "*";
  });
}
