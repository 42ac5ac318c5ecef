/** The longest text that a list is searched for. */
export const MAX_SEARCH = 128;
/** Longer than any id that is given here. */
export const MAX_ID = 64;
