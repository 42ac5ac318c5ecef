import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AgentObject } from "../../src/fleet/agent/agent-object.ts";
import type { EnrollmentCodeObject } from "../../src/fleet/codes/enrollment-code-object.ts";
import { addColumn } from "../../src/platform/index.ts";
import { FIRST_TABLES } from "../support/first-tables.ts";

type Name = keyof typeof FIRST_TABLES;
type Namespace = DurableObjectNamespace;
type ObjectClass = new (state: DurableObjectState, bindings: Cloudflare.Env) => object;

const NAMES = Object.keys(FIRST_TABLES) as Name[];
/** Tables of SQLite itself, of the platform, and of full-text search. */
const THEIRS = ["sqlite!_%", "!_cf!_%", "stems!_%"];
const OURS = `sql IS NOT NULL${THEIRS.map((name) => ` AND name NOT LIKE '${name}' ESCAPE '!'`).join("")}`;

const stubOf = (name: Name) => {
  const namespace = env[name] as unknown as Namespace;
  return namespace.get(namespace.idFromName(crypto.randomUUID()));
};

/** Starts the class of today over what the storage holds. */
function wake(object: object, state: DurableObjectState): object {
  const woken = new (object.constructor as ObjectClass)(state, env);
  // The object of an enrolment code makes its tables with the first call.
  if ("forget" in woken) (woken as EnrollmentCodeObject).forget("key", "agent");
  return woken;
}

/** The same with something to keep: before that an agent's object has no tables. */
async function use(object: object, state: DurableObjectState): Promise<void> {
  const woken = wake(object, state);
  if (!("giveUp" in woken)) return;
  await (woken as AgentObject).giveUp({ tenantId: "tenant", agentId: "agent" }, Date.now());
}

function schemaOf({ storage }: DurableObjectState): Record<string, string> {
  const rows = storage.sql.exec<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_master WHERE ${OURS}`,
  );
  return Object.fromEntries(
    rows
      .toArray()
      .map(({ name, sql }) => [name, sql.replaceAll(/\s+/g, " ").replaceAll(/ ?([()]) ?/g, "$1")]),
  );
}

function tablesOf({ storage }: DurableObjectState): string[] {
  const rows = storage.sql.exec<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%' AND ${OURS}`,
  );
  // What waits in the outbox of the audit log is sent by the object that wakes.
  return rows
    .toArray()
    .map(({ name }) => name)
    .filter((name) => name !== "audit_outbox");
}

/** A row in each table. */
function fill(state: DurableObjectState): void {
  const { sql } = state.storage;
  for (const table of tablesOf(state)) {
    const columns = sql
      .exec<{ name: string; type: string }>("SELECT name, type FROM pragma_table_info(?)", table)
      .toArray();
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    const values = columns.map(({ type }) =>
      type === "TEXT" ? "'{}'" : type === "BLOB" ? "x'00'" : "1",
    );
    sql.exec(`INSERT INTO ${table} (${names}) VALUES (${values.join(", ")})`);
  }
}

describe("an object made by the first version", () => {
  it.each(NAMES)(
    "gets all tables, columns, indexes and triggers of a new object: %s",
    async (name) => {
      const fresh = await runInDurableObject(stubOf(name), async (object, state) => {
        await use(object, state);
        return schemaOf(state);
      });
      const grown = await runInDurableObject(stubOf(name), async (object, state) => {
        await becomeFirst(name, state);
        wake(object, state);
        return schemaOf(state);
      });
      expect(grown).toEqual(fresh);
    },
  );

  it.each(NAMES)("keeps the rows of every table: %s", async (name) => {
    await runInDurableObject(stubOf(name), async (object, state) => {
      await becomeFirst(name, state);
      const tables = tablesOf(state);
      fill(state);
      wake(object, state);
      const rows = (table: string) =>
        state.storage.sql.exec(`SELECT 1 FROM ${table}`).toArray().length;
      expect(tables.filter((table) => rows(table) === 0)).toEqual([]);
    });
  });

  it("gets a new column once, and existing rows have its default", async () => {
    await runInDurableObject(stubOf("READINESS"), (_object, { storage: { sql } }) => {
      sql.exec("INSERT INTO probe (id, at) VALUES (1, 2)");
      addColumn(sql, "probe", "colour TEXT NOT NULL DEFAULT 'red'");
      addColumn(sql, "probe", "colour TEXT NOT NULL DEFAULT 'red'");
      sql.exec("INSERT INTO probe (id, at) VALUES (2, 3)");
      const rows = sql.exec<{ colour: string }>("SELECT colour FROM probe").toArray();
      expect(rows).toEqual([{ colour: "red" }, { colour: "red" }]);
    });
  });
});

async function becomeFirst(name: Name, { storage }: DurableObjectState): Promise<void> {
  await storage.deleteAll();
  storage.sql.exec(FIRST_TABLES[name]);
}
