import { DatabaseSync } from "node:sqlite";
import { sql } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { mentions } from "../../src/platform/mentions.ts";

const dialect = new SQLiteSyncDialect();
const database = new DatabaseSync(":memory:");

function isFound(text: string, words: string): boolean {
  const { sql: query, params } = dialect.sqlToQuery(mentions(sql`${text}`, words));
  const row = database.prepare(`select ${query} as found`).get(...(params as string[]));
  return row?.["found"] === 1;
}

describe("a search by words", () => {
  it.each([
    ["CI of team 7", "TEAM", true],
    ["Mónica Ávila", "mÓnica", true],
    ["MÓNICA ÁVILA", "ávila", true],
    ["MÓNICA ÁVILA", "vil", true],
    ["MÓNICA", "monica", false],
    ["Çà et là", "ÇÀ", true],
    ["Straße", "STRASSE", false],
    ["100 %", "%", true],
    ["a", "", true],
  ])("in %j for %j gives %j", (text, words, found) => {
    expect(isFound(text, words)).toBe(found);
  });

  it("replaces only letters that the words hold, as each replacement goes through every name", () => {
    const turns = (words: string) =>
      dialect.sqlToQuery(mentions(sql`name`, words)).sql.split("replace(").length - 1;
    expect(["team", "ávila", "ÁVILA", "año de Ávila"].map(turns)).toEqual([0, 2, 2, 4]);
  });
});
