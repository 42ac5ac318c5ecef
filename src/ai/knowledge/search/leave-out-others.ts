import { fold } from "../../text/fold.ts";
import { isStopWord } from "../../text/terms.ts";
import { tokenise } from "../../text/tokenise.ts";
import type { Fused } from "./fuse.ts";
import type { Ranked } from "./rerank.ts";

/** A name with a number: of a model, a part, a version. "X200", "sha-256", "v2.4". */
const IDENTIFIER =
  /(?<![\p{L}\p{N}])\p{L}+[-.]?\p{N}[\p{L}\p{N}]*(?:[-.]\p{N}[\p{L}\p{N}]*)*(?![\p{L}\p{N}])/gu;
/** A question with more is no question about one thing. */
const MOST_IDENTIFIERS = 8;
const GROUP = /\p{N}+|[^\p{N} ]+/gu;
const NUMBER = /^\p{N}/u;
const PORTUGUESE_AND = "e";

/**
 * Leaves out the pieces that are about another one than the question names: they have its name with
 * another number, as "X100" where "X200" is asked for, and nothing that was found of their document has
 * the right one. Their words are as good as those of the right manual, and their answers wrong.
 */
export function leaveOutOthers<T extends Ranked | Fused>(
  question: string,
  order: readonly T[],
): readonly T[] {
  const named = identifiersIn(question);
  if (named.length === 0 || named.length > MOST_IDENTIFIERS) return order;
  const right = patternOf(named.map(({ exact }) => exact));
  const any = patternOf(named.map(({ alike }) => alike));
  const isAbout = ({ candidate }: T) => right.test(candidate.reading);
  const documents = new Set(order.filter(isAbout).map(({ candidate }) => candidate.documentId));
  return order.filter(
    ({ candidate: { documentId, reading } }) => documents.has(documentId) || !any.test(reading),
  );
}

/** What each identifier looks like in a reading, and what those look like that have another number. */
function identifiersIn(question: string): { exact: string; alike: string }[] {
  return [...question.matchAll(IDENTIFIER)].map(([found]) => {
    const words = tokenise(fold(found)).map(({ word }) => word);
    const groups = words.join(" ").match(GROUP) ?? [];
    const numberless = groups.map((group) => (NUMBER.test(group) ? "\\p{N}+" : group));
    return { exact: groups.join(" ?"), alike: joinAlike(numberless) };
  });
}

/** "A 5" or "e 50" is mostly no name but a word before a number. */
function joinAlike([name = "", ...rest]: readonly string[]): string {
  const isWord = name === PORTUGUESE_AND || isStopWord(name, "en") || isStopWord(name, "es");
  return `${name}${isWord ? "" : " ?"}${rest.join(" ?")}`;
}

/** Words in a reading stand between blanks and ends of lines. */
function patternOf(names: readonly string[]): RegExp {
  return new RegExp(`(?<![^ \\n])(?:${names.join("|")})(?![^ \\n])`, "u");
}
