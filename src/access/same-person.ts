import { isPerson, type Person, type Principal } from "./principal.ts";

/** Who asked for something, as it is stored until somebody decides. */
interface Requester {
  subject: string;
  /** What `personBehind` said. */
  personId: string | null;
}

/** The person behind a caller, if known; for a token that belongs to nobody, its line. */
export function personBehind(principal: Principal): string | null {
  return isPerson(principal) ? (principal.personId ?? principal.line ?? null) : null;
}

/** Whether the person who decides is the one who asked, by the same credential or by another. */
export function isSamePerson(by: Person, requester: Requester): boolean {
  if (by.subject === requester.subject) return true;
  return requester.personId !== null && by.personId === requester.personId;
}

/**
 * The same where a second person is needed: nobody knows who holds tokens of one line, so they count
 * as one person's.
 */
export function mayBeSamePerson(by: Person, requester: Requester): boolean {
  const behind = personBehind(by);
  const isOfLine = behind !== null && [requester.subject, requester.personId].includes(behind);
  return isOfLine || isSamePerson(by, requester);
}
