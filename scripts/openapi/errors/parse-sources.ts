import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseAst } from "vitest/node";

/** A part of the syntax tree, as the parser of vitest has it. */
export interface Syntax {
  type: string;
  [field: string]: unknown;
}

/** Where a name comes from: another file, and what it is called there; `*` is all of it. */
interface Origin {
  file: string;
  name: string;
}

export interface Source {
  /** What the file declares at its top, by name. */
  declared: Map<string, Syntax>;
  imported: Map<string, Origin>;
  statements: readonly Syntax[];
}

export type Sources = ReadonlyMap<string, Source>;

/** Every source file below `root/src`, by its path. */
export function parseSources(root: string): Sources {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: root }).map((file) => normalize(file));
  return new Map(files.map((file) => [file, parseSource(root, file)]));
}

function parseSource(root: string, file: string): Source {
  const lang = file.endsWith("x") ? "tsx" : "ts";
  const tree = parseAst(readFileSync(join(root, file), "utf8"), { lang });
  const statements = tree.body as unknown as Syntax[];
  const source: Source = { declared: new Map(), imported: new Map(), statements };
  for (const statement of statements) take(source, statement, file);
  return source;
}

function take(source: Source, statement: Syntax, file: string): void {
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

function takeImports(source: Source, statement: Syntax, file: string): void {
  const path = pathFrom(file, statement["source"] as Syntax);
  for (const one of (statement["specifiers"] ?? []) as Syntax[]) {
    // An export from elsewhere has its outer name where an import has its local one.
    const local = nameOf(one["exported"] ?? one["local"]);
    const name = nameOf(one["exported"] === undefined ? one["imported"] : one["local"]) ?? "*";
    if (local !== undefined) source.imported.set(local, { file: path, name });
  }
}

/** The file that an import names, as other files are named; a package is no file. */
export function pathFrom(file: string, { value }: Syntax): string {
  const from = String(value);
  return from.startsWith(".") ? normalize(join(dirname(file), from)) : from;
}

export function nameOf(part: unknown): string | undefined {
  const { type, name } = (part ?? {}) as { type?: string; name?: string };
  return type === "Identifier" ? name : undefined;
}

/** The parts of a node that are nodes themselves. */
export function partsOf(node: Syntax): Syntax[] {
  return Object.values(node)
    .flat()
    .filter((part): part is Syntax => typeof (part as Syntax | null)?.type === "string");
}
