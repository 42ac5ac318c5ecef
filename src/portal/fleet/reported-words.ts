import { partOf, readWords } from "../frame/read-words.ts";
import codes from "./codes.txt";

/** Words for reported facts that the product knows; others are shown as the agent wrote them. */
export const reportedNames = readWords(partOf(codes, "reported"));

/** Words for the health states that an agent reports. */
export const healthWords = readWords(partOf(codes, "health"));
