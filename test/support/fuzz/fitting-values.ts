import * as fc from "fast-check";
import type { JsonSchema } from "../../../scripts/openapi/document.ts";
import { typesOf } from "../../../scripts/openapi/page/say-type.ts";
import { nameIn } from "../../../scripts/openapi/tidy-schema.ts";

const MAX_DEPTH = 6;
/** Texts are mostly short; their bounds are tried too, up to this length. */
const LONGEST = 20_000;
const MORE_ITEMS = 3;

export interface Known {
  schemas: Record<string, JsonSchema>;
  /** Values that exist, by the name of the field that takes them. */
  valuesFor: (name: string) => readonly string[];
}

/** Makes values that fit the schema and, if possible, mean something. */
export function fitting(
  schema: JsonSchema,
  known: Known,
  name = "",
  depth = 0,
): fc.Arbitrary<unknown> {
  if (depth > MAX_DEPTH) return fc.constant(null);
  const below = (inner: JsonSchema) => fitting(inner, known, name, depth + 1);
  if (schema.$ref !== undefined) return below(known.schemas[nameIn(schema.$ref)] ?? {});
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(below));
  if (schema.allOf !== undefined) {
    return fc
      .tuple(...schema.allOf.map(below))
      .map((parts) => Object.assign({}, ...parts) as unknown);
  }
  return fc.oneof(...typesOf(schema).map((type) => ofType(type, schema, known, name, depth)));
}

function ofType(
  type: string,
  schema: JsonSchema,
  known: Known,
  name: string,
  depth: number,
): fc.Arbitrary<unknown> {
  switch (type) {
    case "object":
      return objects(schema, known, depth);
    case "array":
      return arrays(schema, known, name, depth);
    case "string":
      return withKnown(texts(schema), known.valuesFor(name));
    case "integer":
      return fc.integer(bounds(schema, 1));
    case "number":
      return fc.double({ ...bounds(schema, Number.EPSILON), noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

/** Prefers the newest value, which is the caller's own if there is one. */
function withKnown(texts: fc.Arbitrary<string>, values: readonly string[]) {
  const [newest] = values;
  if (newest === undefined) return texts;
  return fc.oneof(
    texts,
    { weight: 3, arbitrary: fc.constant(newest) },
    { weight: 2, arbitrary: fc.constantFrom(...values) },
  );
}

function objects(schema: JsonSchema, known: Known, depth: number): fc.Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties, propertyNames = {} } = schema;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [
      name,
      fitting(inner, known, name, depth + 1),
    ]),
  );
  const needed = Object.fromEntries(required.map((name) => [name, fields[name] ?? fc.jsonValue()]));
  const named: fc.Arbitrary<object> = fc.oneof(
    { weight: 2, arbitrary: fc.record(fields, { requiredKeys: required }) },
    { weight: 1, arbitrary: fc.record(needed) },
  );
  if (typeof additionalProperties !== "object") return named;
  const values = fitting(additionalProperties, known, "", depth + 1);
  const { minProperties = 0, maxProperties = minProperties + MORE_ITEMS } = schema;
  const size = { minKeys: minProperties, maxKeys: Math.min(maxProperties, minProperties + 3) };
  const more = fc.dictionary(texts(propertyNames), values, size);
  return fc.tuple(more, named).map((parts) => Object.assign({}, ...parts) as object);
}

function arrays(schema: JsonSchema, known: Known, name: string, depth: number) {
  const { items, prefixItems, minItems = 0, maxItems = Infinity, uniqueItems = false } = schema;
  if (prefixItems !== undefined) {
    return fc.tuple(...prefixItems.map((item) => fitting(item, known, name, depth + 1)));
  }
  const item = fitting(typeof items === "object" ? items : {}, known, name, depth + 1);
  const size = { minLength: minItems, maxLength: Math.min(maxItems, minItems + MORE_ITEMS) };
  return uniqueItems ? fc.uniqueArray(item, size) : fc.array(item, size);
}

/** Addresses at which nobody is, so that calls to them disturb nobody. */
const NOWHERE = [
  "https://hooks.example.invalid/",
  "https://hooks.example.invalid:8443/a?b=c#d",
  "http://127.0.0.1:9/",
  "https://[::1]:9/x",
];

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  "date-time": fc
    .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString()),
  date: fc
    .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  uuid: fc.uuid(),
  email: fc.constantFrom("someone@example.com", "a.b+c@mail.example.org"),
  uri: fc.constantFrom(...NOWHERE),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
};

/** Writes bytes in base64: what fast-check makes of letters is often no valid spelling. */
function inBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function texts(schema: JsonSchema): fc.Arbitrary<string> {
  const { format = "", pattern, minLength = 0, maxLength = LONGEST, contentEncoding } = schema;
  const formatted = FORMATS[format];
  if (formatted !== undefined) return formatted;
  if (contentEncoding === "base64")
    return fc.uint8Array({ minLength: Math.max(3, minLength) }).map(inBase64);
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  if (pattern !== undefined) return matching(pattern).filter(fits);
  const free = fc.string({ unit: "grapheme", minLength, maxLength }).filter(fits);
  const longest = fc.constant("a".repeat(Math.min(maxLength, LONGEST)));
  return fc.oneof({ weight: 9, arbitrary: free }, { weight: 1, arbitrary: longest });
}

function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    // fast-check does not know every construct; such a field gets texts that seldom fit.
    return fc.string();
  }
}

function bounds(schema: JsonSchema, step: number): { min: number; max: number } {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const { MAX_SAFE_INTEGER, MIN_SAFE_INTEGER } = Number;
  return {
    min: minimum ?? (exclusiveMinimum === undefined ? MIN_SAFE_INTEGER : exclusiveMinimum + step),
    max: maximum ?? (exclusiveMaximum === undefined ? MAX_SAFE_INTEGER : exclusiveMaximum - step),
  };
}
