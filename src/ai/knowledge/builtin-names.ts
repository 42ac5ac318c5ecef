/** The source of the product's own pages. */
export const BUILTIN_SOURCE = "builtin";
/**
 * The beginning of their names. A later version of the product may bring any page under such a name.
 */
export const BUILTIN_NAMES = "builtin:";
