import { WordTable } from "../frame/word-table.ts";

/**
 * The kinds of lines of the audit log in words. A test compares the table with what the sources
 * write.
 */
export const actionWords = new WordTable(() => import("./actions.txt"));
