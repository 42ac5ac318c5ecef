import { namePeople } from "../../access/name-callers.ts";
import { ROLES } from "../../access/permissions.ts";
import { listPeople } from "../../access/sessions/index.ts";
import { ROLE, USER } from "../../ai/principals-of.ts";
import type { Desk } from "../frame/desk.ts";
import type { Language } from "../frame/language.ts";
import type { View } from "../frame/view.ts";
import { roleWords } from "../members/words.ts";
import { documentWords } from "./words.ts";

/** The most people among whom a form lets choose; the API takes any. */
const MOST_PEOPLE = 50;

type Asked = Pick<Desk, "db" | "tenantId" | "now"> & Pick<View, "language">;

/** The roles that may ask, and the people of a tenant, as boxes of a form. */
export async function readChoices({ language, db, tenantId, now }: Asked) {
  const page = { page: 1, limit: MOST_PEOPLE, offset: 0 };
  const { items } = await listPeople(db, tenantId, page, now);
  // A viewer asks nothing.
  const roles = ROLES.slice(1).map((role) => `${ROLE}${role}`);
  return [
    ...roles.map((value) => ({ value, label: sayPrincipal(language, value) })),
    ...items.map(({ personId, name }) => ({ value: `${USER}${personId}`, label: name })),
  ];
}

/** Who finds a document, by name; undefined if the reader is not told. */
export async function nameFinders(
  { language, db, tenantId }: Omit<Asked, "now">,
  acl: readonly string[] | null | undefined,
): Promise<string | undefined> {
  if (acl === undefined) return undefined;
  const ids = (acl ?? [])
    .filter((one) => one.startsWith(USER))
    .map((one) => one.slice(USER.length));
  const names = await namePeople(db, [tenantId], ids);
  return sayFinders(language, acl, (id) => names.get(id)?.name);
}

export function sayFinders(
  language: Language,
  acl: readonly string[] | null,
  nameOf: (personId: string) => string | undefined = () => undefined,
): string {
  if (acl === null) return documentWords[language].everybody;
  if (acl.length === 0) return documentWords[language].nobody;
  return acl
    .map(
      (one) =>
        (one.startsWith(USER) ? nameOf(one.slice(USER.length)) : undefined) ??
        sayPrincipal(language, one),
    )
    .join(", ");
}

function sayPrincipal(language: Language, principal: string): string {
  if (!principal.startsWith(ROLE)) return principal.slice(USER.length);
  const role = principal.slice(ROLE.length);
  const known = ROLES.find((one) => one === role);
  return known === undefined ? role : documentWords[language].fromRole(roleWords[language][known]);
}
