import type { Person, Principal } from "./principal.ts";

/** Who stands behind a caller, where that is known. */
export function personBehind(principal: Principal): string | null {
  return "personId" in principal ? (principal.personId ?? null) : null;
}

/** Whether who asked for something and who decides are one: by one credential, or by two of his. */
export function isSamePerson(
  by: Person,
  asked: { subject: string; personId: string | null },
): boolean {
  if (by.subject === asked.subject) return true;
  return asked.personId !== null && by.personId === asked.personId;
}
