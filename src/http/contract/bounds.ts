/** The longest search text of a list. */
export const MAX_SEARCH = 128;
/** No id of ours is longer. */
export const MAX_ID = 64;
