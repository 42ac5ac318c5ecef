import type { Refusal } from "../../http/index.ts";
import type { Language } from "./language.ts";
import { withSpanish } from "./read-words.ts";
import spanish from "./refusals.es.txt";

/** Refusals by their stable names. Others are said in the words of the API. */
const refusals: Record<Language, Record<string, string>> = withSpanish<Record<string, string>>(
  {
    already_sent:
      "This form was sent already, and what it asked for was done once. If that made a key, a code or a link that you have not seen, make it anew: it is not shown twice.",
    end_unknown:
      "This form was sent already, and nobody knows whether it was done or is under way. Look before you open it anew.",
    body_too_large:
      "What you sent is too large, so nothing of it was saved. Go back, where your browser may still have it, and make it shorter.",
    internal_error: "Something went wrong on our side. Try again, or give support the reference.",
    permission_denied:
      "Your role does not allow this. Whoever gave you access here can give you another role.",
    rotation_open: "The last rotation still overlaps; mark it below to end it.",
    version_changed:
      "Somebody else changed this meanwhile, so nothing of yours was saved yet. Save again, and this form counts as you see it.",
  },
  spanish,
);

export function sayRefusal(
  language: Language,
  { error, message }: Pick<Refusal, "error" | "message">,
): string {
  return refusals[language][error] ?? message;
}
