import { DurableObject } from "cloudflare:workers";
import { BUILTIN } from "../builtin/pages.ts";
import { scanText } from "../documents/scan-text.ts";
import type { Language } from "../text/guess-language.ts";
import { makeTables } from "./make-tables.ts";
import {
  findDocument,
  listDocuments,
  showChunks,
  type DocumentFilter,
  type StoredDocument,
} from "./read-documents.ts";
import { search, type Hit } from "./search.ts";
import { putDocument, type Put, type PutOrder } from "./put-document.ts";
import { seedBuiltin } from "./seed-builtin.ts";
import type { Sql } from "./sql.ts";
import { removeDocument, type DocumentRow } from "./write-document.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      KNOWLEDGE: DurableObjectNamespace<Knowledge>;
    }
  }
}

export interface Ask {
  query: string;
  language?: Language | undefined;
  top: number;
  now: number;
}

export interface Retrieved {
  hits: Hit[];
  candidates: number;
  language: Language;
  terms: { term: string; weight: number }[];
  corrected?: string | undefined;
}

/** One tenant's documents and their index: nobody else's words are in it, not even as statistics. */
export class Knowledge extends DurableObject {
  private readonly sql: Sql;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    const { storage } = ctx;
    this.sql = {
      all: <T>(query: string, ...values: (string | number | null)[]) =>
        storage.sql.exec(query, ...values).toArray() as T[],
      atomically: (work) => storage.transactionSync(work),
    };
    makeTables(this.sql);
    seedBuiltin(this.sql, BUILTIN);
  }

  search({ query, language, top, now }: Ask): Retrieved {
    const found = search(this.sql, query, language, now);
    return {
      hits: found.hits.slice(0, top),
      candidates: found.hits.length,
      language: found.query.language,
      terms: found.query.terms.map(({ term, weight }) => ({ term, weight })),
      corrected: found.query.corrected,
    };
  }

  put(order: PutOrder): Put {
    return putDocument(this.sql, order, scanText);
  }

  find(id: string): (StoredDocument & { text: string }) | undefined {
    const row = findDocument(this.sql, id);
    if (row === undefined) return undefined;
    return { ...row, parts: showChunks(this.sql, id) };
  }

  list(filter: DocumentFilter): { items: DocumentRow[]; total: number } {
    return listDocuments(this.sql, filter);
  }

  /** How many pieces went, or undefined when there is no such document. */
  remove(id: string): number | undefined {
    return this.sql.atomically(() => removeDocument(this.sql, id));
  }
}
