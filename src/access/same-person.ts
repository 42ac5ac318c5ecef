import type { Person, Principal } from "./principal.ts";

/** The person behind a caller, if known. */
export function personBehind(principal: Principal): string | null {
  return "personId" in principal ? (principal.personId ?? null) : null;
}

/** Whether the person who decides is the one who asked, by the same credential or by another. */
export function isSamePerson(
  by: Person,
  asked: { subject: string; personId: string | null },
): boolean {
  if (by.subject === asked.subject) return true;
  return asked.personId !== null && by.personId === asked.personId;
}
