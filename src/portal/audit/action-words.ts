import { readWords } from "../frame/read-words.ts";
import actions from "./actions.txt";

/**
 * The kinds of lines of the audit log in words. A test compares the table with what the sources
 * write.
 */
export const actionWords = readWords(actions);
