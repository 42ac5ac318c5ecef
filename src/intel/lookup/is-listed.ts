import type { Index } from "../indexes/build-index.ts";
import { segmentOf } from "../indexes/reference.ts";
import { hashOfHost, nameKey } from "../keys/keys.ts";
import type { Source } from "../sources/source.ts";

/** Whether a list of such a source has the name itself. */
export function isListed(index: Index, name: string, isSuch: (source: Source) => boolean): boolean {
  const { hi, lo } = nameKey(hashOfHost(name));
  let found = false;
  index.names.visit(hi, lo, (reference) => {
    const part = index.parts[segmentOf(reference)];
    found ||= part !== undefined && isSuch(part.source);
  });
  return found;
}
