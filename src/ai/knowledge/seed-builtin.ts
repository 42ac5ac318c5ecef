import { sha256 } from "../../platform/index.ts";
import type { Language } from "../text/guess-language.ts";
import { BUILTIN_NAMES, BUILTIN_SOURCE } from "./builtin-names.ts";
import type { Sql } from "./sql.ts";
import { removeDocument, writeDocument } from "./write-document.ts";
import type { Danger } from "./write-pieces.ts";

const FACT = "builtin";

export interface BuiltinPage {
  id: string;
  language: Language;
  title: string;
  text: string;
}

export interface Builtin {
  /** Grows with each change, so that every tenant gets the new pages. */
  version: number;
  /** When these pages were written, in milliseconds. */
  writtenAt: number;
  pages: readonly BuiltinPage[];
}

/** Finds no danger: the product's own pages hold no instructions for a model. */
export const unscanned = (): Danger => ({ risk: 0, rules: [] });

/** Gives a tenant the product's own pages, once for each version of them. */
export function seedBuiltin(sql: Sql, { version, writtenAt, pages }: Builtin): void {
  const [known] = sql.all<{ value: string }>("SELECT value FROM facts WHERE name = ?", FACT);
  if (known?.value === String(version)) return;
  const old = sql.all<{ id: string }>("SELECT id FROM documents WHERE source = ?", BUILTIN_SOURCE);
  sql.atomically(() => {
    for (const { id } of old) removeDocument(sql, id);
  });
  for (const page of pages) writeDocument(sql, documentOf(page, version, writtenAt), unscanned);
  sql.all(
    `INSERT INTO facts (name, value)
       VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    FACT,
    String(version),
  );
}

function documentOf({ id, language, title, text }: BuiltinPage, version: number, at: number) {
  return {
    id: `builtin-${id}`,
    external_id: `${BUILTIN_NAMES}${id}`,
    title,
    text,
    language,
    source: BUILTIN_SOURCE,
    url: null,
    mime_type: "text/markdown",
    tags: "[]",
    hash: sha256(text),
    version,
    removed: 0,
    expires_at: null,
    created_at: at,
    updated_at: at,
  };
}
