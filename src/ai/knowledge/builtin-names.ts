/** What the product's own pages say they come from. */
export const BUILTIN_SOURCE = "builtin";
/** How their names begin; a later version of the product may bring any page under such a name. */
export const BUILTIN_NAMES = "builtin:";
