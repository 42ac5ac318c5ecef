import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { HourStore } from "../../src/tenants/gate/hour-store.ts";

it("a gate finds its unsent usage hours without reading the thousands that were sent", async () => {
  const gates = env.TENANT_GATE;
  const stub = gates.get(gates.idFromName("old-hours"));
  const found = await runInDurableObject(stub, (_object, { storage: { sql } }) => {
    sql.exec(
      `INSERT INTO usage_hours SELECT printf('2025-%05d', value), 'p', 'm', 'k', 1, 1, value = 2500
       FROM json_each(?)`,
      JSON.stringify(Array.from({ length: 3_000 }, (_, at) => at)),
    );
    let read = 0;
    const exec = (query: string, ...values: SqlStorageValue[]) => {
      const cursor = sql.exec(query, ...values);
      const rows = cursor.toArray();
      read += cursor.rowsRead;
      return { toArray: () => rows };
    };
    const rows = new HourStore({ exec } as unknown as SqlStorage).unsent(500);
    return { hours: rows.map(({ hour }) => hour), read };
  });
  expect(found.hours).toEqual(["2025-02500"]);
  expect(found.read).toBeLessThan(10);
});
