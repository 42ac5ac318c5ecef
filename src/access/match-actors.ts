import { and, eq, or, sql, type SQL } from "drizzle-orm";
import { mentions } from "../platform/index.ts";
import { meetsReach, type Holders } from "./held-tenants.ts";
import { PERSON_SUBJECT, SERVICE_SUBJECT, TOKEN_SUBJECT, type Reach } from "./principal.ts";
import { accessTokens, people, serviceKeys } from "./tables.ts";

/** What an actor in the log may have before its id; empty for an actor that is given whole. */
const PREFIXES = [
  "",
  PERSON_SUBJECT,
  TOKEN_SUBJECT,
  SERVICE_SUBJECT,
  "agent:",
  "enrollment_code:",
] as const;

/** The doer whose lines a reader asks for. */
export interface Who {
  /** The actor as a line has it, or only its id; with `byName` also a part of a name. */
  text: string;
  byName: boolean;
  /** The tenants whose people and tokens the reader may know of. */
  knownTo: Reach;
}

/**
 * The actors, as lines write them, that a reader means. What a person does with a token counts as
 * done by the person, although the line names the token.
 */
export function actorsOf({ text, byName, knownTo }: Who): SQL {
  const personId = text.startsWith(PERSON_SUBJECT) ? text.slice(PERSON_SUBJECT.length) : text;
  const isCalled = (name: SQL) => (byName ? mentions(name, text) : undefined);
  const named = (table: Holders) =>
    and(meetsReach(table.tenants, knownTo), isCalled(sql`${table.name}`) ?? sql`false`);
  const owner = or(eq(people.id, personId), isCalled(sql`${people.name}`));
  const owners = sql`select id from ${people} where ${and(meetsReach(people.tenants, knownTo), owner)}`;
  return sql`(select value from json_each(${JSON.stringify(PREFIXES.map((each) => `${each}${text}`))})
    union select ${PERSON_SUBJECT} || id from (${owners})
    union select ${TOKEN_SUBJECT} || id from ${accessTokens}
      where ${named(accessTokens)} or ${accessTokens.personId} in (${owners})
    union select ${SERVICE_SUBJECT} || id from ${serviceKeys} where ${named(serviceKeys)})`;
}
