import * as z from "zod";
import type { JsonSchema, Parameter, Place } from "./document.ts";
import { readPath, type PathParameter, type Route } from "./read-routes.ts";
import { writeSchema, type SharedSchemas, type Side } from "./shared-schemas.ts";
import { INT32_MAX } from "./tidy-schema.ts";

/** One declared value of a path, a query or the headers, before its schema is written. */
export interface Field {
  name: string;
  in: Place;
  required: boolean;
  schema: z.ZodType;
  side: Side;
}

const TARGETS = [
  ["param", "path"],
  ["query", "query"],
  ["header", "header"],
] as const;

export function readFields(route: Route): Field[] {
  return TARGETS.flatMap(([target, place]) => {
    const schema = route.inputs[target];
    return schema === undefined ? [] : fieldsOf(schema, place, `${route.method} ${route.path}`);
  });
}

function fieldsOf(schema: z.ZodType, place: Place, where: string): Field[] {
  const object = objectIn(schema);
  if (object === undefined) throw new Error(`${where}: the ${place} must be an object schema`);
  const required = writeSchema({ schema: object, side: "input", where }).required ?? [];
  return Object.entries(object.shape).map(([name, inner]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: inner,
    side: sideOf(inner, where),
  }));
}

function objectIn(schema: z.core.$ZodType): z.ZodObject<Record<string, z.ZodType>> | undefined {
  if (schema instanceof z.ZodObject) return schema;
  return schema instanceof z.ZodPipe ? objectIn(schema.in) : undefined;
}

/**
 * Finds the side to describe. A number in a query arrives as text, but readers are told of the number.
 */
function sideOf(schema: z.ZodType, where: string): Side {
  const sent = writeSchema({ schema, side: "input", where });
  if (sent.type !== "string" && sent.type !== undefined) return "input";
  try {
    const read = writeSchema({ schema, side: "output", where });
    return isScalar(read) ? "output" : "input";
  } catch {
    return "input";
  }
}

function isScalar({ type }: JsonSchema): boolean {
  return type === "integer" || type === "number" || type === "boolean";
}

/** Writes the parameters of an operation. A part of the path that no schema names is plain text. */
export function writeParameters(route: Route, fields: Field[], shared: SharedSchemas): Parameter[] {
  const known = new Set(fields.filter((field) => field.in === "path").map(({ name }) => name));
  const { parameters } = readPath(route.path);
  const plain = parameters.filter(({ name }) => !known.has(name)).map(plainParameter);
  return [...plain, ...fields.map((field) => writeField(field, shared))];
}

function plainParameter({ name, pattern }: PathParameter): Parameter {
  const schema: JsonSchema = { type: "string", minLength: 1 };
  if (pattern !== undefined) schema.pattern = pattern;
  return { name, in: "path", required: true, schema };
}

function writeField({ schema, side, ...field }: Field, shared: SharedSchemas): Parameter {
  const { description, ...rest } = shared.of(schema, side);
  const name = field.in === "header" ? asHeader(field.name) : field.name;
  const parameter: Parameter = { ...field, name, schema: withIntegerSize(rest) };
  if (description !== undefined) parameter.description = description;
  return parameter;
}

/** Writes a header as people do: schemas have the names of headers in lower case. */
function asHeader(name: string): string {
  return name.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}

function withIntegerSize(schema: JsonSchema): JsonSchema {
  const { type, minimum = -Infinity, maximum = Infinity } = schema;
  const fits = minimum >= -INT32_MAX - 1 && maximum <= INT32_MAX;
  return type === "integer" && fits ? { ...schema, format: "int32" } : schema;
}
