import { partsOf } from "./registrable.ts";

/**
 * A region of Amazon's cloud as one label of a name, such as "ap-southeast-7". There may be several:
 * whoever rents a bucket gives it a name with dots, and can put such a label there too.
 */
const REGIONS = /(?<=\.)[a-z]{2}(?:-[a-z]+)+-\d{1,2}(?=\.)/g;
/** A region in which the list of suffixes has all services that it has in any. */
const KNOWN_REGION = "eu-central-1";

/**
 * Whether the name is below a suffix under which its owner rents out names to strangers. New regions
 * open faster than the list of suffixes learns of them, so a name is also rented if it would be in a
 * region that the list knows.
 */
export function isRented(name: string): boolean {
  if (isBelowOwner(name)) return true;
  const elsewhere = name.replace(REGIONS, KNOWN_REGION);
  return elsewhere !== name && isBelowOwner(elsewhere);
}

function isBelowOwner(name: string): boolean {
  const { privateSuffix = name } = partsOf(name);
  return privateSuffix !== name;
}
