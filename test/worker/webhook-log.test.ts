import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { DeliveryStore } from "../../src/webhooks/delivery/delivery-store.ts";
import { aReceiver } from "../support/webhook-endpoint.ts";

const LOGGED = 2_000;

describe("an endpoint's log", () => {
  it("is not gone through to find what is due next, however long it is", async () => {
    const { stub } = await aReceiver();
    const read = await runInDurableObject(stub, (_object, { storage }) => {
      const cursors: SqlStorageCursor<never>[] = [];
      const exec = (query: string, ...values: SqlStorageValue[]) => {
        const cursor = storage.sql.exec<never>(query, ...values);
        cursors.push(cursor);
        return cursor;
      };
      const store = new DeliveryStore({ exec } as unknown as SqlStorage);
      storage.sql.exec(
        `INSERT INTO deliveries
         SELECT value, 'inspection.flagged', '{}', 'delivered', 1, NULL, value
         FROM json_each(?)`,
        JSON.stringify(Array.from({ length: LOGGED }, (_, at) => at)),
      );
      const due = { id: "due", type: "inspection.flagged", body: "{}", createdAt: 1 };
      store.add(due, 7);
      cursors.length = 0;
      expect(store.nextDue()).toBe(7);
      return cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
    });
    expect(read).toBeLessThan(10);
  });
});
