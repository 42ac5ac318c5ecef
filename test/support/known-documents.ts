import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { TenantId } from "../../src/access/claim-tenant.ts";
import { findDocument, listDocuments } from "../../src/ai/documents/keep-documents.ts";
import { knowledgeOf } from "../../src/ai/knowledge/knowledge-of.ts";
import { settle } from "../../src/http/index.ts";

export interface Content {
  text: string;
  title: string;
  endsAt: number | null;
}

/** A document under its name, as its owner knows it. */
export interface Known extends Content {
  id: string;
  version: number;
  pending?: (Content & { failed: boolean }) | undefined;
}

type Documents = Map<string, Known>;

/** Compares what an owner may see of the tenant's documents with what the owner knows. */
export function documentsOf(tenantId: TenantId, known: Documents) {
  const knowledge = knowledgeOf(env, tenantId);
  /** Counts the versions that have come since the last look. */
  const follow = async (): Promise<number> => {
    let come = 0;
    for (const [name, one] of known) {
      const found = settle(await findDocument(env, tenantId, name));
      const { pending } = one;
      if (found.version > one.version && pending !== undefined) {
        expect(pending.failed).toBe(false);
        Object.assign(one, pending, { version: one.version + 1, pending: undefined });
        come += 1;
      }
      expect([found.id, found.version, found.text]).toEqual([one.id, one.version, one.text]);
      if (one.version > 0) {
        expect([found.status, found.title, found.chunkCount]).toEqual(["indexed", one.title, 1]);
      }
      expectPending(one, found);
    }
    return come;
  };
  const list = async () => {
    const page = { page: 1, limit: 50, offset: 0 };
    const { items } = await listDocuments(env, tenantId, { source: "wiki" }, page);
    const names = items.map(({ externalId }) => String(externalId));
    expect(names.toSorted()).toEqual([...known.keys()].toSorted());
  };
  const search = async (word: string, now: number) => {
    const { hits } = await knowledge.search({ query: word, top: 20, now });
    const found = hits
      .filter(({ piece }) => piece.source === "wiki" && piece.text.includes(word))
      .map(({ piece }) => [piece.external_id, piece.version, piece.text].join());
    const there = [...known]
      .filter(([, { endsAt }]) => endsAt === null || endsAt > now)
      .filter(([, { version, text }]) => version > 0 && text.includes(word))
      .map(([name, { version, text }]) => [name, version, text].join());
    expect(found.toSorted()).toEqual(there.toSorted());
  };
  return { follow, list, search, lookInside: () => expectNoRemains(knowledge) };
}

type Shown = Exclude<Awaited<ReturnType<typeof findDocument>>, { refused: true }>;

function expectPending(one: Known, { pending, status, title }: Shown): void {
  const wanted = one.pending;
  expect(pending?.version).toBe(wanted && one.version + 1);
  if (wanted === undefined || pending === null) return;
  if (wanted.failed) expect(pending.status).toBe("failed");
  wanted.failed = pending.status === "failed";
  if (one.version === 0) expect([status, title]).toEqual([pending.status, wanted.title]);
}

/** Expects that every piece belongs to a document or an upload, and that every table has as many. */
function expectNoRemains(knowledge: ReturnType<typeof knowledgeOf>) {
  return runInDurableObject(knowledge, (_object, { storage: { sql } }) => {
    const count = (from: string) =>
      sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${from}`).one().n;
    const [pieces, documents] = [count("chunks"), "(SELECT id FROM documents)"];
    const { chunks } = sql.exec<{ chunks: number }>("SELECT chunks FROM totals").one();
    expect([count("readings"), count("stems"), chunks]).toEqual([pieces, pieces, pieces]);
    const owners = "SELECT id FROM documents UNION ALL SELECT 'staged:' || id FROM uploads";
    expect(count(`chunks WHERE document_id NOT IN (${owners})`)).toBe(0);
    for (const table of ["bodies", "body_parts", "analysed", "uploads"]) {
      expect([table, count(`${table} WHERE document_id NOT IN ${documents}`)]).toEqual([table, 0]);
    }
  });
}
