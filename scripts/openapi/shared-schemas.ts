import * as z from "zod";
import type { JsonSchema } from "./document.ts";
import { nameIn, tidySchema } from "./tidy-schema.ts";

/** What a caller sends or what it gets: defaults and transforms make the two differ. */
export type Side = "input" | "output";

export interface Use {
  schema: z.ZodType;
  side: Side;
  /** Where it is used, for the message if it cannot be written. */
  where: string;
}

type Named = Map<string, JsonSchema>;

export interface SharedSchemas {
  of: (schema: z.ZodType, side: Side) => JsonSchema;
  components: Record<string, JsonSchema>;
}

/**
 * Turns all schemas of an API into JSON Schema at once. Those with an id become components. One whose
 * two sides differ becomes two, and the one in answers keeps the name.
 */
export function shareSchemas(uses: Use[]): SharedSchemas {
  const named: Record<Side, Named> = { input: new Map(), output: new Map() };
  const roots: Record<Side, Map<z.ZodType, JsonSchema>> = { input: new Map(), output: new Map() };
  for (const use of uses) {
    const root = writeSchema(use);
    roots[use.side].set(use.schema, root);
    for (const [name, inner] of Object.entries(root.$defs ?? {}))
      addNamed(named[use.side], name, inner);
  }
  const twofold = findTwofold(named);
  const rename = (side: Side) => (name: string) =>
    side === "input" && twofold.has(name) ? `${name}Input` : name;
  const components: Record<string, JsonSchema> = {};
  for (const side of ["output", "input"] as const) {
    for (const [name, inner] of named[side]) {
      components[rename(side)(name)] = tidySchema(inner, rename(side));
    }
  }
  return {
    components: sortByName(components),
    of: (schema, side) => tidySchema(roots[side].get(schema) ?? {}, rename(side)),
  };
}

export function writeSchema({ schema, side, where }: Use): JsonSchema {
  try {
    return z.toJSONSchema(schema, { io: side, target: "draft-2020-12" }) as JsonSchema;
  } catch (error) {
    throw new Error(`${where}: a schema cannot be described`, { cause: error });
  }
}

function addNamed(named: Named, name: string, schema: JsonSchema): void {
  const known = named.get(name);
  if (known !== undefined && !same(known, schema)) {
    throw new Error(`Two different schemas have the id "${name}".`);
  }
  named.set(name, schema);
}

/** Finds the names whose two sides differ, or that refer to such a name. */
function findTwofold({ input, output }: Record<Side, Named>): Set<string> {
  const both = [...input].filter(([name]) => output.has(name));
  const twofold = new Set(
    both.filter(([name, schema]) => !same(schema, output.get(name))).map(([name]) => name),
  );
  let before = -1;
  while (before !== twofold.size) {
    before = twofold.size;
    for (const [name, schema] of both) {
      if (namesIn(schema).some((inner) => twofold.has(inner))) twofold.add(name);
    }
  }
  return twofold;
}

function namesIn(schema: JsonSchema): string[] {
  const found: string[] = [];
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === "$ref" && typeof value === "string") found.push(nameIn(value));
    return value;
  });
  return found;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function sortByName<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
