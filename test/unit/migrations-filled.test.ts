import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";

const FILES = globSync("migrations/*.sql").sort();
const statementsOf = (file: string) => readFileSync(file, "utf8").split("--> statement-breakpoint");

interface Column {
  name: string;
  type: string;
  /** Whether it belongs to a primary key or a unique index. */
  isUnique: boolean;
}

type Tables = ReadonlyMap<string, readonly Column[]>;

const UNIQUE_COLUMN = `SELECT 1 FROM pragma_index_list(?1) AS i, pragma_index_info(i.name) AS c
  WHERE i."unique" = 1 AND c.name = ?2`;

function tablesOf(db: DatabaseSync): Tables {
  const names = db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'",
    )
    .all() as { name: string }[];
  return new Map(
    names.map(({ name }) => {
      const columns = db.prepare("SELECT name, type, pk FROM pragma_table_info(?)").all(name);
      return [
        name,
        (columns as { name: string; type: string; pk: number }[]).map((column) => ({
          name: column.name,
          type: column.type.toLowerCase(),
          isUnique: column.pk > 0 || db.prepare(UNIQUE_COLUMN).get(name, column.name) !== undefined,
        })),
      ];
    }),
  );
}

/** Inserts a row into each table, with the columns known then; all values that may repeat are equal. */
function fill(db: DatabaseSync, tables: Tables, row: number): void {
  for (const [table, columns] of tables) {
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    const values = columns.map(({ type, isUnique }) => {
      const value = isUnique ? row : 1;
      return type === "integer" ? value : `'${value}'`;
    });
    db.exec(`INSERT INTO ${table} (${names}) VALUES (${values.join(", ")})`);
  }
}

function shorterThan(db: DatabaseSync, tables: Tables, rows: number): string[] {
  const count = (name: string) =>
    Number(db.prepare(`SELECT count(*) AS n FROM ${name}`).get()?.["n"]);
  return [...tables.keys()].filter((name) => count(name) < rows);
}

/** Runs the statements on a database filled as before them; then the previous version writes again. */
function upgrade(db: DatabaseSync, statements: readonly string[]): void {
  const tables = tablesOf(db);
  fill(db, tables, 1);
  fill(db, tables, 2);
  for (const statement of statements) db.exec(statement);
  expect(shorterThan(db, tables, 2)).toEqual([]);
  fill(db, tables, 3);
}

function databaseBefore(file: string): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  for (const earlier of FILES.slice(0, FILES.indexOf(file))) {
    for (const statement of statementsOf(earlier)) db.exec(statement);
  }
  return db;
}

describe("a migration of a database with rows", () => {
  it.each(FILES)("keeps the rows, and the previous version can still write: %s", (file) => {
    upgrade(databaseBefore(file), statementsOf(file));
  });

  const last = FILES.at(-1) ?? "";
  it.each([
    ["ALTER TABLE plans ADD colour text NOT NULL", "NOT NULL"],
    ["CREATE UNIQUE INDEX one ON people (name)", "UNIQUE"],
    ["ALTER TABLE people DROP COLUMN role", "role"],
    ["ALTER TABLE people RENAME COLUMN role TO part", "role"],
    ["ALTER TABLE people RENAME TO persons", "people"],
    ["DELETE FROM people", "'people'"],
    ["CREATE TRIGGER t BEFORE INSERT ON people BEGIN SELECT raise(abort, 'never'); END", "never"],
  ])("fails this check if it loses rows or breaks the previous version: %s", (statement, word) => {
    expect(() => upgrade(databaseBefore(last), [statement])).toThrow(word);
  });
});

describe("migration 0021", () => {
  const FILE = "migrations/0021_code_policy.sql";

  /** Inserts a row with these values, and 1 in every other column that must have a value. */
  function insert(db: DatabaseSync, table: string, given: Record<string, string | null>): void {
    const columns = db.prepare('SELECT name, "notnull" AS needed FROM pragma_table_info(?)');
    const row: Record<string, string | number | null> = { ...given };
    for (const { name, needed } of columns.all(table) as { name: string; needed: number }[]) {
      if (needed === 1) row[name] ??= 1;
    }
    const names = Object.keys(row);
    const places = names.map(() => "?").join(", ");
    db.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${places})`).run(
      ...Object.values(row),
    );
  }

  it("copies the policy of a code only to the agents that it enrolled, whatever policy they run", () => {
    const db = databaseBefore(FILE);
    insert(db, "enrollment_codes", { id: "with", policy_id: "p" });
    insert(db, "enrollment_codes", { id: "without", policy_id: null });
    for (const code of ["with", "without", "operator:o", "gone"]) {
      insert(db, "agents", { agent_id: `by ${code}`, code_id: code, policy_id: "run" });
    }
    for (const statement of statementsOf(FILE)) db.exec(statement);
    const rows = db.prepare("SELECT agent_id, code_policy_id, policy_id FROM agents ORDER BY 1");
    expect(rows.all().map((row) => Object.values(row))).toEqual([
      ["by gone", null, "run"],
      ["by operator:o", null, "run"],
      ["by with", "p", "run"],
      ["by without", null, "run"],
    ]);
  });
});
