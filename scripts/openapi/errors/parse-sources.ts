import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseAst } from "vitest/node";

/** A part of the syntax tree, in the form of vitest's parser. */
export interface Syntax {
  type: string;
  [field: string]: unknown;
}

/** Where a name comes from: the file, and its name there; `*` stands for all its exports. */
interface Origin {
  file: string;
  name: string;
}

export interface Source {
  text: string;
  /** The declarations at the top of the file, by name. */
  readonly declared: Map<string, Syntax>;
  readonly imported: Map<string, Origin>;
  readonly statements: readonly Syntax[];
}

type Parsed = Omit<Source, "text">;

export type Sources = ReadonlyMap<string, Source>;

/**
 * Gives every source file below `root/src`, by its path. A file is parsed when something of it is
 * needed.
 */
export function parseSources(root: string): Sources {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: root }).map((file) => normalize(file));
  return new Map(files.map((file) => [file, sourceOf(root, file)]));
}

function sourceOf(root: string, file: string): Source {
  const text = readFileSync(join(root, file), "utf8");
  let known: Parsed | undefined;
  const parsed = () => (known ??= parseSource(text, file));
  return {
    text,
    get declared() {
      return parsed().declared;
    },
    get imported() {
      return parsed().imported;
    },
    get statements() {
      return parsed().statements;
    },
  };
}

function parseSource(text: string, file: string): Parsed {
  const lang = file.endsWith("x") ? "tsx" : "ts";
  const statements = parseAst(text, { lang }).body as unknown as Syntax[];
  const source: Parsed = { declared: new Map(), imported: new Map(), statements };
  for (const statement of statements) take(source, statement, file);
  return source;
}

function take(source: Parsed, statement: Syntax, file: string): void {
  if (typeof (statement["source"] as Syntax | null)?.["value"] === "string") {
    takeImports(source, statement, file);
    return;
  }
  const declaration = (statement["declaration"] ?? statement) as Syntax;
  const declarators = declaration["declarations"] as Syntax[] | undefined;
  for (const one of declarators ?? [declaration]) {
    const name = nameOf(one["id"]);
    if (name !== undefined) source.declared.set(name, one);
  }
}

function takeImports(source: Parsed, statement: Syntax, file: string): void {
  const path = pathFrom(file, statement["source"] as Syntax);
  for (const one of (statement["specifiers"] ?? []) as Syntax[]) {
    // A re-export has its outer name where an import has its local one.
    const local = nameOf(one["exported"] ?? one["local"]);
    const name = nameOf(one["exported"] === undefined ? one["imported"] : one["local"]) ?? "*";
    if (local !== undefined) source.imported.set(local, { file: path, name });
  }
}

/** Returns the path of the file that an import names; the name of a package stays as it is. */
export function pathFrom(file: string, { value }: Syntax): string {
  const from = String(value);
  return from.startsWith(".") ? normalize(join(dirname(file), from)) : from;
}

export function nameOf(part: unknown): string | undefined {
  const { type, name } = (part ?? {}) as { type?: string; name?: string };
  return type === "Identifier" ? name : undefined;
}

/**
 * Returns the parts of a node that are nodes themselves. It is called for every node, so it makes no
 * arrays in between.
 */
export function partsOf(node: Syntax): Syntax[] {
  const parts: Syntax[] = [];
  for (const name in node) {
    const value = node[name];
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value)) keepNode(parts, value);
    else for (const one of value as unknown[]) keepNode(parts, one);
  }
  return parts;
}

function keepNode(parts: Syntax[], part: unknown): void {
  if (typeof (part as Syntax | null)?.type === "string") parts.push(part as Syntax);
}
