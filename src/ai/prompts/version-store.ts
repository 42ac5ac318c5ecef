import { and, desc, eq, getTableColumns, inArray, max, sql } from "drizzle-orm";
import { auditIfChanged, type EntryOfChange } from "../../access/audit.ts";
import { among, type Database } from "../../platform/index.ts";
import { promptLabels, promptVersions } from "../tables.ts";
import { BUILTIN_PROMPT } from "./builtin.ts";
import { DEFAULT_PROMPT, EVERYBODY } from "./well-known.ts";

export const MAX_VERSIONS = 500;

export type VersionRow = typeof promptVersions.$inferSelect;
export type LabelRow = typeof promptLabels.$inferSelect;

/**
 * Writes the next version of a name and gives its number, or undefined if the owner has as many
 * versions as it may have. The number is above all that the owner can see, so that it names one version
 * only.
 */
export async function insertVersion(
  db: Database,
  row: Omit<VersionRow, "version">,
  trace: EntryOfChange,
): Promise<number | undefined> {
  const { owner, name } = row;
  const seen = owner === EVERYBODY ? sql`1` : sql`owner in (${owner}, ${EVERYBODY})`;
  const least = name === DEFAULT_PROMPT ? BUILTIN_PROMPT.version : 0;
  // In the order of the table's columns.
  const next = sql`select ${owner}, ${name},
      1 + max(${least}, coalesce((select max(version) from ${promptVersions}
        where name = ${name} and ${seen}), 0)),
      ${JSON.stringify(row.template)}, ${JSON.stringify(row.variables)},
      ${JSON.stringify(row.config)}, ${row.sha256}, ${row.commitMessage}, ${row.createdBy},
      ${row.createdAt}
    where (select count(*) from ${promptVersions} where owner = ${owner}) < ${MAX_VERSIONS}`;
  const { version } = promptVersions;
  const insert = db.insert(promptVersions).select(next).returning({ version });
  const target = sql`(select ${name} || '@' || max(version) from ${promptVersions}
    where owner = ${owner} and name = ${name})`;
  const [[made]] = await db.batch([insert, auditIfChanged(db, { ...trace, target })]);
  return made?.version;
}

/** A version by its number. The tenant's own comes before one of all tenants. */
export async function findVersion(
  db: Database,
  owner: string,
  name: string,
  version: number,
): Promise<VersionRow | undefined> {
  const rows = await db
    .select()
    .from(promptVersions)
    .where(
      and(
        inArray(promptVersions.owner, [owner, EVERYBODY]),
        eq(promptVersions.name, name),
        eq(promptVersions.version, version),
      ),
    );
  return ownFirst(rows);
}

export async function newestVersion(db: Database, owner: string, name: string) {
  const [row] = await db
    .select({ version: max(promptVersions.version) })
    .from(promptVersions)
    .where(and(inArray(promptVersions.owner, [owner, EVERYBODY]), eq(promptVersions.name, name)));
  return row?.version ?? undefined;
}

const {
  template: _template,
  variables: _variables,
  ...withoutTexts
} = getTableColumns(promptVersions);
const summary = {
  ...withoutTexts,
  languages: sql<string>`(select group_concat(key) from json_each(${promptVersions.template}))`.as(
    "languages",
  ),
};

/** The versions and labels of these owners and of all tenants, newest first, without the texts. */
export async function listVersions(db: Database, owners: readonly string[]) {
  const all = [...owners, EVERYBODY];
  const [versions, labels] = await db.batch([
    db
      .select(summary)
      .from(promptVersions)
      .where(among(promptVersions.owner, all))
      .orderBy(desc(promptVersions.createdAt), desc(promptVersions.version))
      .limit(2 * MAX_VERSIONS),
    db.select().from(promptLabels).where(among(promptLabels.owner, all)),
  ]);
  return { versions, labels };
}

export async function nameVersions(db: Database, owner: string, most: number) {
  return db
    .select({ name: promptVersions.name, version: promptVersions.version })
    .from(promptVersions)
    .where(inArray(promptVersions.owner, [owner, EVERYBODY]))
    .orderBy(desc(promptVersions.createdAt))
    .limit(most);
}

/** The labels of a name that count for this owner: its own and those of all tenants. */
export async function labelsOf(db: Database, owner: string, name: string): Promise<LabelRow[]> {
  return db
    .select()
    .from(promptLabels)
    .where(and(inArray(promptLabels.owner, [owner, EVERYBODY]), eq(promptLabels.name, name)));
}

export function ownFirst<T extends { owner: string }>(rows: readonly T[]): T | undefined {
  return rows.find(({ owner }) => owner !== EVERYBODY) ?? rows[0];
}
