import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { randomBase62 } from "../../src/platform/index.ts";

/** The runtime's D1 is asked by a shorter way here (test/support/quick-d1.ts). */
describe("the D1 of the tests", () => {
  const table = `quick_${randomBase62(8)}`;
  const insert = env.DB.prepare(`insert into ${table} values (?, ?)`);
  const count = () => env.DB.prepare(`select count(*) from ${table}`).first<number>("count(*)");
  const failure = async (of: Promise<unknown>) =>
    of.then(
      () => "none",
      (error: Error) => `${error.message} < ${(error.cause as Error | undefined)?.message}`,
    );

  beforeAll(async () => {
    await env.DB.exec(`create table ${table} (id integer primary key, a)`);
  });

  it("writes all statements of a batch or none", async () => {
    const before = await count();
    const refused = failure(env.DB.batch([insert.bind(1, "a"), insert.bind(1, "b")]));
    expect(await refused).toContain(`D1_ERROR: UNIQUE constraint failed: ${table}.id`);
    expect(await count()).toBe(before);
    const results = await env.DB.batch([insert.bind(2, "a"), insert.bind(3, "b")]);
    expect(results.map(({ meta }) => [meta.changes, meta.last_row_id])).toEqual([
      [1, 2],
      [1, 3],
    ]);
    expect(await count()).toBe(Number(before) + 2);
  });

  it("gives back each kind of value, by name and in order", async () => {
    const bytes = Uint8Array.of(0, 255);
    const asked = env.DB.prepare("select ? as a, ? as b, ? as c, ? as d, 7 as a").bind(
      "é\u0000",
      -1.5,
      null,
      bytes,
    );
    expect(await asked.raw({ columnNames: true })).toEqual([
      ["a", "b", "c", "d", "a"],
      ["é\u0000", -1.5, null, [0, 255], 7],
    ]);
    const { results, success } = await asked.all();
    expect([results, success]).toEqual([[{ a: 7, b: -1.5, c: null, d: [0, 255] }], true]);
  });

  it("counts what a statement reads and writes", async () => {
    await insert.bind(10, "x").run();
    const changed = await env.DB.prepare(`update ${table} set a = 'y' where id = 10`).run();
    expect(changed.meta).toMatchObject({ changes: 1, rows_read: 1, rows_written: 1 });
    expect(changed.meta.size_after).toBeGreaterThan(0);
    const { meta } = await env.DB.prepare(`select * from ${table} where id = 10`).all();
    expect(meta).toMatchObject({ changes: 0, rows_read: 1, rows_written: 0, changed_db: false });
  });

  it.each([
    ["a comment alone", "-- nothing"],
    ["what is no SQL", "selct 1"],
    ["an unknown table", "select * from nowhere"],
    ["a parameter that is missing", "select ?"],
    ["a transaction of its own", "begin transaction"],
  ])("refuses %s", async (_name, sql) => {
    expect(await failure(env.DB.prepare(sql).all())).toMatch(/^D1_ERROR: .+ < .+/);
    expect(await env.DB.prepare("select 1 as one").first("one")).toBe(1);
  });

  it("answers in a session, which has a bookmark after it", async () => {
    const session = env.DB.withSession("first-primary");
    await session.prepare(`insert into ${table} values (20, 'z')`).run();
    expect(session.getBookmark()).toMatch(/.+/);
    expect(await session.prepare(`select a from ${table} where id = 20`).first("a")).toBe("z");
  });
});
