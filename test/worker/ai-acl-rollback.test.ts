import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { claimedBySystem } from "../../src/access/claim-tenant.ts";
import { knowledgeOf } from "../../src/ai/knowledge/knowledge-of.ts";
import { RESTRICTED_TABLES, restrictedSql } from "../../src/ai/knowledge/restricted-tables.ts";
import { aLamp, TEXT } from "../support/restricted.ts";

const STALE = `FROM documents d LEFT JOIN analysed a ON a.document_id = d.id
  WHERE d.version > 0 AND (a.analyser IS NULL OR a.analyser <> 99)`;

/** The queries of the release before acl, as it wrote them, with a word or id of the document. */
const OLD: Record<string, [query: string, ...values: (string | number)[]]> = {
  "the pieces of a search": [
    `SELECT r.chunk_id AS id, r.document_id AS documentId, r.language, r.words, r.text AS reading
       FROM (SELECT rowid FROM stems WHERE stems MATCH ? ORDER BY rank LIMIT ?) found
       JOIN readings r ON r.chunk_id = found.rowid
       WHERE (r.expires_at IS NULL OR r.expires_at > ?)`,
    '"zanzibarkraken"',
    100,
    0,
  ],
  "the pieces of vector matches": [
    `SELECT chunk_id AS id, document_id AS documentId, language, words, text AS reading
     FROM readings WHERE chunk_id IN (SELECT value FROM json_each(?))
       AND (expires_at IS NULL OR expires_at > ?)`,
    JSON.stringify([...Array(2_000).keys(), 2 ** 40, 2 ** 40 + 1, 2 ** 40 + 2]),
    0,
  ],
  "the texts of pieces": [
    `SELECT c.id, c.document_id, d.external_id, d.version, d.title, d.source, d.url, d.language,
            d.updated_at, c.start, c."end", c.heading, c.text, c.risk, c.rules,
            d.removed
     FROM chunks c JOIN documents d ON d.id = c.document_id`,
  ],
  "how often a word occurs": [
    "SELECT term, doc FROM vocabulary WHERE term IN (SELECT value FROM json_each(?))",
    '["zanzibarkraken"]',
  ],
  "what a word may be corrected to": [
    "SELECT term FROM terms WHERE term >= ? AND term < ?",
    "z",
    "{",
  ],
  "the list of documents": ["SELECT * FROM documents WHERE 1 ORDER BY created_at DESC, id"],
  "a document by its name": ["SELECT * FROM documents WHERE external_id = ?", "lamp"],
  "a document's text": ["SELECT text FROM bodies"],
  "the documents to index again": [`SELECT d.*, a.analyser ${STALE}`],
  "the pieces that need a vector": [
    "SELECT id, 0 FROM chunks c WHERE risk < 0.5 AND text LIKE '%lamp%'",
  ],
  "the pieces that have a vector": [
    "SELECT number FROM vectors v JOIN chunks c ON c.id = chunk_id WHERE c.text LIKE '%lamp%'",
  ],
};

async function askOld(tenantId: string, [query, ...values]: [string, ...(string | number)[]]) {
  const stub = env.KNOWLEDGE.get(env.KNOWLEDGE.idFromName(tenantId));
  return runInDurableObject(stub, (_object, { storage: { sql } }) =>
    sql
      .exec(query, ...values)
      .toArray()
      .map((row) => JSON.stringify(row)),
  );
}

/** Writes the document's name as the version before acl would, with a content of this hash. */
async function writeOnceMore(tenantId: string, hash = "x") {
  const row = `INSERT INTO documents SELECT ?, external_id, title, source, url, mime_type, language,
    tags, ?, 1, status, 0, risk, removed, expires_at, created_at, updated_at
    FROM restricted_documents WHERE external_id = 'lamp'`;
  const stub = env.KNOWLEDGE.get(env.KNOWLEDGE.idFromName(tenantId));
  await runInDurableObject(stub, (_object, { storage: { sql } }) => {
    sql.exec(row, crypto.randomUUID(), hash);
  });
}

describe("a release from before acl", () => {
  it.each(Object.entries(OLD))(
    "finds nothing of a restricted document when it queries %s",
    async (name, old) => {
      const { tenantId, put } = await aLamp();
      const none = await askOld(tenantId, old);
      await put();
      const open = await askOld(tenantId, old);
      if (name !== "the pieces that have a vector")
        expect(open.length).toBeGreaterThan(none.length);
      await put({ acl: ["role:owner"] });
      const left = (await askOld(tenantId, old)).filter((row) => !none.includes(row));
      // The list of words keeps the word; it is used only together with the words of pieces.
      expect(left).toEqual(name.startsWith("what a word") ? ['{"term":"zanzibarkraken"}'] : []);
    },
  );

  it("finds no word of a document that was always restricted", async () => {
    const { tenantId, put } = await aLamp();
    const none = await askOld(tenantId, ["SELECT term FROM terms"]);
    await put({ acl: ["role:owner"] });
    expect(await askOld(tenantId, ["SELECT term FROM terms"])).toEqual(none);
  });

  it("may write a restricted document's name again, and the next write with acl deletes that row", async () => {
    const { tenantId, as, put, finds, search } = await aLamp();
    await put({ acl: ["role:owner"] });
    await writeOnceMore(tenantId);
    await put({ acl: ["role:owner"] });
    expect(await askOld(tenantId, ["SELECT id FROM documents WHERE external_id = 'lamp'"])).toEqual(
      [],
    );
    expect([await finds(as), (await search(as)).includes(TEXT)]).toEqual([false, false]);
  });
});

describe("a file that a release from before acl took under a restricted name", () => {
  it("is not recognised as the restricted document, and stays until its text is written again", async () => {
    const { tenantId, put } = await aLamp();
    const acl = ["role:owner"];
    await put({ acl });
    await writeOnceMore(tenantId, "of-the-file");
    const knowledge = knowledgeOf(env, claimedBySystem(tenantId));
    const known = { externalId: "lamp", hash: "of-the-file", acl, now: Date.now() };
    const by = { tenantId, actor: "person:ana" };
    expect(await knowledge.recogniseFor(known, by)).toBeUndefined();
    const lamps = "SELECT 1 FROM documents WHERE external_id = 'lamp'";
    expect(await askOld(tenantId, [lamps])).toHaveLength(1);
  });
});

describe("the tables of restricted documents", () => {
  it("exist for every table that holds documents, and are reached by their restricted_ names", async () => {
    const { tenantId } = await aLamp();
    const rows = await askOld(tenantId, [
      "SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL AND name NOT GLOB '*stems_*'",
    ]);
    const made = rows.map((row) => JSON.parse(row) as { name: string; sql: string });
    const names = made.map(({ name }) => name);
    // These tables hold no text of a document, or only text of open documents.
    const shared = /^(?:restricted_|facts|vectors|spend|calls|call_|audit|_cf|sqlite)/;
    const doubled = names.filter((name) => !shared.test(name));
    expect(doubled.filter((name) => !names.includes(`restricted_${name}`))).toEqual([]);
    const seen: string[] = [];
    const all = <T>(query: string): T[] => {
      seen.push(query);
      return [];
    };
    const sql = restrictedSql({ all, atomically: (work) => work() });
    for (const name of ["chunks", "documents", "stems"]) sql.all(`DELETE FROM ${name}`);
    sql.all("UPDATE totals SET chunks = chunks - 1");
    for (const statement of RESTRICTED_TABLES) sql.all(statement);
    expect(seen.slice(0, 4)).toEqual([
      "DELETE FROM restricted_chunks",
      "DELETE FROM restricted_documents",
      "DELETE FROM restricted_stems",
      "UPDATE restricted_totals SET chunks = chunks - 1",
    ]);
    expect(seen.slice(4)).toEqual(RESTRICTED_TABLES);
  });
});
