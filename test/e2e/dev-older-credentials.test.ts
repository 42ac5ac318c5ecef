import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCredentials } from "../../scripts/dev/credentials.ts";
import { keepOperatorToken } from "../../scripts/dev/keep-operator-token.ts";
import { withLocalDatabase } from "../../scripts/dev/local-database.ts";
import { migrate } from "../../scripts/dev/migrate.ts";
import { seed } from "../../scripts/dev/seed.ts";
import { Demo } from "../support/demo.ts";
import { runFolder } from "../support/run-folder.ts";

const ID_LENGTH = 10;

/** An earlier version knew fewer permissions, operations and modules: its credentials lack the last. */
const without = (table: string, column: string) =>
  `UPDATE ${table} SET ${column} = json_remove(${column}, '$[#-1]')`;

describe("the credentials that an earlier version made", () => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await Demo.open();
  });
  afterAll(() => demo[Symbol.asyncDispose]());

  const startAgain = () =>
    seed(readCredentials(demo.settings), demo.settings.port, demo.credentials.operatorToken);

  async function narrow(tenantId: string, key: string): Promise<void> {
    const { baseUrl, operatorToken } = demo.credentials;
    const id = key.slice("rmp_live_".length, "rmp_live_".length + ID_LENGTH);
    const { status } = await fetch(`${baseUrl}/admin/tenants/${tenantId}/api-keys/${id}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${operatorToken}`, "content-type": "application/json" },
      body: JSON.stringify({ scopes: ["urlsearch"] }),
    });
    expect(status).toBe(200);
  }

  it("are kept as long as they may do all that new ones may", async () => {
    const { portalSignIn: _now, enrollmentCode: _code, ...made } = await startAgain();
    expect(demo.credentials).toMatchObject(made);
  });

  it("are made again if they lack what is new", async () => {
    const before = demo.credentials;
    await demo.write(`${without("access_tokens", "permissions")} WHERE tenants IS NOT NULL`);
    await demo.write(without("service_keys", "operations"));
    await narrow("demo", before.apiKey);
    await narrow("other", before.otherApiKey);
    const after = await startAgain();
    const changed = Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)),
    );
    expect(changed.map(([name]) => name).toSorted()).toEqual([
      "apiKey",
      "internalServiceKey",
      "otherApiKey",
      "otherTenantToken",
      "portalSignIn",
      "tenantToken",
    ]);
  });
});

it("an operator's token of an earlier version is made again if permissions are new", async () => {
  const stateDir = mkdtempSync(join(runFolder(), "older-token-"));
  const settings = { root: process.cwd(), stateDir, port: 1, mtlsPort: 2, fresh: false };
  await withLocalDatabase(settings, async (db) => {
    await migrate(db, join(settings.root, "migrations"));
    const first = await keepOperatorToken(db, undefined);
    expect(await keepOperatorToken(db, first)).toBe(first);
    await db.prepare(without("access_tokens", "permissions")).run();
    const next = await keepOperatorToken(db, first);
    expect(next).not.toBe(first);
    expect(await keepOperatorToken(db, next)).toBe(next);
  });
});
