import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { contextAnswer } from "../../src/ai/answer/answers.ts";
import { aPerson } from "../support/restricted.ts";
import { aTenantIn, anAppWithVectors } from "../support/vector-tenant.ts";

const TEXT = "The physician mended a defective automobile.";
/** Has no word of the text. */
const QUERY = "doctor repair broken car";
const owners = { acl: ["role:owner"] };

/** A tenant whose restricted pieces have vectors too, with somebody who finds them and somebody who does not. */
async function aTenantWithBoth(wants = true) {
  const app = anAppWithVectors();
  const tenant = await aTenantIn(app);
  const { tenantId, as, stub, settle } = tenant;
  const set = async (restrictedVectors: boolean | null) => {
    const change = await app.ask("PATCH", "/ai/settings", as, { tenantId, restrictedVectors });
    expect(change.status).toBe(200);
    await settle();
  };
  if (wants) await set(true);
  await settle();
  const owner = await aPerson("owner", tenantId);
  const ana = await aPerson("analyst", tenantId);
  const put = async (more: object = {}) => {
    const body = { tenantId, title: "Note", source: "wiki", text: TEXT, ...more };
    const { name, ...order } = { name: "note", ...body };
    expect((await app.ask("PUT", `/ai/documents/${name}`, as, order)).status).toBe(202);
    await settle();
  };
  const search = async ({ as: who }: { as: string }) => {
    const answer = await app.ask("POST", "/ai/context/search", who, { tenantId, query: QUERY });
    const { documents } = contextAnswer.parse(await answer.json());
    return documents.map(({ id, title, score }) => ({ id, title, score }));
  };
  const finds = async (who: { as: string }) =>
    (await search(who)).some(({ title }) => title === "Note");
  /** How many vectors the tenant's object itself holds. */
  const held = async () =>
    runInDurableObject(
      stub,
      (_object, { storage: { sql } }) =>
        sql.exec<{ n: number }>("SELECT count(*) AS n FROM restricted_values").one().n,
    );
  return { ...tenant, app, owner, ana, put, search, finds, held, set };
}

describe("a restricted document of a tenant that wants vectors of such", () => {
  it("is found by its meaning by those who find it; for others nothing changes", async () => {
    const { owner, ana, put, search, finds, held, mine, app } = await aTenantWithBoth();
    const hers = { acl: [`user:${ana.personId}`], title: "Hers", text: `${TEXT} Hers.` };
    await put({ ...hers, name: "hers" });
    expect(await search(ana)).toContainEqual(expect.objectContaining({ title: "Hers" }));
    const before = [await search(ana), mine().length, app.peer.vectors.size];
    await put(owners);
    expect([await finds(owner), await finds(ana), await held()]).toEqual([true, false, 2]);
    expect([await search(ana), mine().length, app.peer.vectors.size]).toEqual(before);
    expect(app.peer.refused).toEqual([]);
  });

  it("has no row in the tables of vectors that the version before reads", async () => {
    const { put, held, stub } = await aTenantWithBoth();
    const listed = async () =>
      runInDurableObject(stub, (_object, { storage: { sql } }) =>
        ["vectors", "vectors_gone", "vectors_refused"].map((table) =>
          sql.exec(`SELECT * FROM ${table}`).toArray(),
        ),
      );
    const before = await listed();
    await put(owners);
    expect(await held()).toBe(1);
    expect(await listed()).toEqual(before);
  });

  it("is found by its new acl at once, and by everybody's vectors once it is open", async () => {
    const { owner, ana, put, finds, held, mine } = await aTenantWithBoth();
    const before = mine().length;
    await put(owners);
    await put({ acl: [`user:${ana.personId}`] });
    expect([await finds(owner), await finds(ana), await held()]).toEqual([false, true, 1]);
    await put();
    expect([await finds(owner), await finds(ana), await held()]).toEqual([true, true, 0]);
    expect(mine()).toHaveLength(before + 1);
    await put(owners);
    expect([await finds(ana), await held(), mine().length]).toEqual([false, 1, before]);
  });

  it("loses its vector with its text, with the setting and with its tenant", async () => {
    const { put, held, set, stub, tenantId, as, app } = await aTenantWithBoth();
    await put(owners);
    expect(await held()).toBe(1);
    await put({ ...owners, text: `${TEXT} Again.` });
    expect(await held()).toBe(1);
    const path = `/ai/documents/note?tenantId=${tenantId}`;
    expect((await app.ask("DELETE", path, as)).status).toBe(200);
    expect(await held()).toBe(0);
    await put(owners);
    await set(null);
    expect(await held()).toBe(0);
    await set(true);
    expect(await held()).toBe(1);
    await stub.erase();
    expect(await held()).toBe(0);
  });

  it("that is removed while the model has it leaves no vector", async () => {
    const { put, held, settle, app, tenantId, as } = await aTenantWithBoth();
    const { spoil } = app.peer;
    let gone: Promise<unknown> | undefined;
    app.peer.spoil = (vectors) => {
      gone ??= app.ask("DELETE", `/ai/documents/note?tenantId=${tenantId}`, as);
      return spoil(vectors);
    };
    await put(owners);
    await gone;
    await settle();
    expect(await held()).toBe(0);
  });
});

it("a restricted document is sent to no model unless the tenant wants it", async () => {
  const { owner, put, finds, held, app } = await aTenantWithBoth(false);
  await put(owners);
  expect([await finds(owner), await held()]).toEqual([false, 0]);
  expect(app.peer.embedded.filter((text) => text.includes("automobile"))).toEqual([]);
});

it("a restricted piece that the model refuses is left out, though no other restricted one has a vector", async () => {
  const { put, held, app, stub, settle } = await aTenantWithBoth();
  app.peer.refusing = (text) => text.includes("automobile");
  await put(owners);
  await settle();
  const left = await runInDurableObject(stub, (_object, { storage: { sql } }) =>
    sql.exec("SELECT since > 0 AS isRefused FROM restricted_vectors_refused").toArray(),
  );
  expect([left, await held()]).toEqual([[{ isRefused: 1 }], 0]);
});

describe("a restricted piece is found beside many that its reader finds no use for", () => {
  /** Adds a document with so many pieces, older than all others, that has this vector in each. */
  function addOld(sql: SqlStorage, pieces: number, vector: string, expiresAt: number | null) {
    sql.exec("INSERT INTO restricted_to (document_id, principal) VALUES ('0', 'role:owner')");
    sql.exec(
      `INSERT INTO restricted_documents
         SELECT '0', NULL, 'Old', source, url, mime_type, language, tags, hash, version, status, chunks,
           risk, removed, ?, created_at, updated_at FROM restricted_documents`,
      expiresAt,
    );
    sql.exec(
      `WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ?)
       INSERT INTO restricted_chunks
         (id, document_id, position, start, "end", heading, text, risk, rules)
         SELECT -at, '0', at, 0, 0, '', '', 0, '' FROM n`,
      pieces,
    );
    sql.exec(
      `INSERT INTO restricted_values (number, vector) SELECT number, ${vector}
         FROM restricted_vectors WHERE chunk_id < 0`,
    );
  }

  it("of older documents, of which no more than 5,000 are compared", async () => {
    const { owner, put, finds, stub } = await aTenantWithBoth();
    await put(owners);
    expect(await finds(owner)).toBe(true);
    await runInDurableObject(stub, (_object, { storage: { sql } }) =>
      addOld(sql, 5_000, "x'7f'", null),
    );
    expect(await finds(owner)).toBe(true);
  });

  it("that have expired, and are as near as it is", async () => {
    const { owner, put, finds, stub } = await aTenantWithBoth();
    await put(owners);
    await runInDurableObject(stub, (_object, { storage: { sql } }) =>
      addOld(sql, 50, "(SELECT vector FROM restricted_values)", 1),
    );
    expect(await finds(owner)).toBe(true);
  });
});
