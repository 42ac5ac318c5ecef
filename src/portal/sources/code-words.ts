import type { Category } from "../../intel/fusion/categories.ts";
import type { Effect, SourceKind } from "../../intel/sources/source.ts";
import { partOf, readWords } from "../frame/read-words.ts";
import codes from "./codes.txt";

/** What a feed lists. */
export const sourceKindWords = readWords<SourceKind>(partOf(codes, "kinds"));

/** What it means to be listed. */
export const effectWords = readWords<Effect>(partOf(codes, "effects"));

/** What a listed thing is said to be. */
export const categoryWords = readWords<Category>(partOf(codes, "categories"));
