import type { JsonSchema } from "./document.ts";

/** Formats whose name tells as much as the long pattern that zod writes beside them. */
const NAMED_FORMATS = new Set(["date-time", "date", "uuid", "email", "ipv4", "ipv6", "uri"]);
export const INT32_MAX = 2 ** 31 - 1;

/** Rewrites one schema and all below it, keeping only what a reader needs. */
export function tidySchema(schema: JsonSchema, rename: (name: string) => string): JsonSchema {
  const tidy = (inner: JsonSchema) => tidySchema(inner, rename);
  const out = withoutNoise(schema);
  if (out.$ref !== undefined) out.$ref = referTo(out.$ref, rename);
  if (out.properties !== undefined) {
    // Not Object.fromEntries over an index: a property may be called `__proto__`.
    const entries = Object.entries(out.properties).map(([name, inner]) => [name, tidy(inner)]);
    out.properties = Object.fromEntries(entries);
  }
  for (const key of ["anyOf", "oneOf", "allOf", "prefixItems"] as const) {
    if (out[key] !== undefined) out[key] = out[key].map(tidy);
  }
  for (const key of ["items", "additionalProperties"] as const) {
    if (typeof out[key] === "object") out[key] = tidy(out[key]);
  }
  for (const key of ["propertyNames", "not"] as const) {
    if (out[key] !== undefined) out[key] = tidy(out[key]);
  }
  return out;
}

function withoutNoise(schema: JsonSchema): JsonSchema {
  const { $schema: _dialect, $defs: _definitions, ...out } = schema;
  // Without a format, generated clients take 32 bits, and fail at a cost in millionths.
  if (out.type === "integer" && (out.maximum ?? 0) > INT32_MAX) out.format = "int64";
  if (out.minimum === Number.MIN_SAFE_INTEGER) delete out.minimum;
  if (out.maximum === Number.MAX_SAFE_INTEGER) delete out.maximum;
  if (out.format !== undefined && NAMED_FORMATS.has(out.format)) delete out.pattern;
  if (out.contentEncoding !== undefined) {
    delete out.format;
    delete out.pattern;
  }
  if (isAnyText(out.propertyNames)) delete out.propertyNames;
  // Few tools can read `items: false`. It would bind nothing beyond the tuple anyway.
  if (out.items === false && out.prefixItems?.[0] !== undefined) out.items = out.prefixItems[0];
  return out;
}

function isAnyText(names: JsonSchema | undefined): boolean {
  return names !== undefined && names.type === "string" && Object.keys(names).length === 1;
}

const LOCAL = "#/$defs/";
export const COMPONENT = "#/components/schemas/";

function referTo(reference: string, rename: (name: string) => string): string {
  return reference.startsWith(LOCAL) ? COMPONENT + rename(nameIn(reference)) : reference;
}

export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
