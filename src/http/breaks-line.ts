/**
 * Characters that end a line or control a terminal. Test with `search`: `test` would keep
 * `lastIndex`.
 */
export const BREAKS_LINE = /[\p{Cc}\u2028\u2029]+/gu;
