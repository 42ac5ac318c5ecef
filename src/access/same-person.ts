import type { Person, Principal } from "./principal.ts";

/** The person behind a caller, if known. */
export function personBehind(principal: Principal): string | null {
  return "personId" in principal ? (principal.personId ?? null) : null;
}

/** Whether the person who decides is the one who asked, by the same credential or by another. */
export function isSamePerson(
  by: Person,
  requester: { subject: string; personId: string | null },
): boolean {
  if (by.subject === requester.subject) return true;
  return requester.personId !== null && by.personId === requester.personId;
}
