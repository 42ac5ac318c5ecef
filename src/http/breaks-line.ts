/** What ends a line, or steers what shows it. Looked for by `search`, which keeps no place. */
export const BREAKS_LINE = /[\p{Cc}\u2028\u2029]+/gu;
