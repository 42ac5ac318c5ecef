import type { JsonSchema } from "../../scripts/openapi/document.ts";

/** A character as two escapes (`\ud83d\ude42`), and an ASCII one as one. */
const CHARACTER = 12;
const ASCII = 6;
const NUMBER = 24;
/** A text with a pattern: ours allow only ASCII, and never more of it than this. */
const PATTERNED = 128 * ASCII;

type Known = Record<string, JsonSchema>;

/**
 * Returns the most bytes in which JSON can write what fits the schema, without blanks and parts that
 * have no bound.
 */
export function longestJson(schema: JsonSchema, known: Known = schema.$defs ?? {}): number {
  const spelled = longestSpelled(schema, known);
  const { "x-max-bytes": most } = schema;
  return most === undefined ? spelled : Math.min(spelled, ASCII * most);
}

function longestSpelled(schema: JsonSchema, known: Known): number {
  const { $ref, anyOf, oneOf, enum: values } = schema;
  if ($ref !== undefined) return longestJson(known[$ref.split("/").at(-1) ?? ""] ?? {}, known);
  const options = anyOf ?? oneOf;
  if (options !== undefined) return Math.max(...options.map((one) => longestJson(one, known)));
  if (values !== undefined) return ASCII * Math.max(...values.map((one) => String(one).length + 2));
  const { type } = schema;
  if (type === "string") return longestText(schema);
  if (type === "array") return longestList(schema, known);
  if (type === "object") return longestObject(schema, known);
  return NUMBER;
}

function longestText({ maxLength, pattern, format }: JsonSchema): number {
  if (pattern !== undefined || format !== undefined) return PATTERNED;
  return 2 + CHARACTER * (maxLength ?? 0);
}

function longestList({ items, maxItems = 0, prefixItems }: JsonSchema, known: Known): number {
  const each = typeof items === "object" ? longestJson(items, known) : 0;
  const listed = prefixItems?.map((one) => longestJson(one, known) + 1) ?? [];
  return 2 + listed.reduce((sum, bytes) => sum + bytes, maxItems * (each + 1));
}

function longestObject(schema: JsonSchema, known: Known): number {
  const { properties = {}, propertyNames = {}, additionalProperties, maxProperties = 0 } = schema;
  let bytes = 2;
  for (const [name, value] of Object.entries(properties)) {
    bytes += ASCII * name.length + 4 + longestJson(value, known);
  }
  if (typeof additionalProperties !== "object") return bytes;
  const each = longestJson(propertyNames, known) + longestJson(additionalProperties, known) + 2;
  return bytes + maxProperties * each;
}
