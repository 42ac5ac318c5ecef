import { sample, stringMatching } from "fast-check";
import type { JsonSchema } from "../document.ts";
import { nameIn } from "../tidy-schema.ts";
import { typesOf } from "./say-type.ts";

type Schemas = Record<string, JsonSchema>;

/** Deeper than any body of ours, so that schemas that contain themselves come to an end. */
const MAX_DEPTH = 8;
/** A fixed seed, so that a page made twice is the same. */
const SEED = 1;

const BY_NAME: Record<string, string> = {
  tenantId: "demo",
  tenant_id: "demo",
  name: "Example",
  value: "example.com",
  query: "Which agents have not checked in today?",
  url: "https://hooks.example.com/rampart",
  sender: "someone@example.com",
  subject: "Your parcel",
  context: "customers.email",
  region: "eu",
};

const BY_FORMAT: Record<string, string> = {
  "date-time": "2026-01-31T12:00:00Z",
  date: "2026-01-31",
  uuid: "0198c0de-0000-7000-8000-000000000001",
  email: "someone@example.com",
  uri: "https://example.com/",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
};

/**
 * Returns an example value that fits the schema: the one its author gave, else the least that is
 * allowed.
 */
export function sampleValue(schema: JsonSchema, schemas: Schemas, name = "", depth = 0): unknown {
  if (depth > MAX_DEPTH) return undefined;
  const given = schema.examples?.[0] ?? schema.const ?? schema.enum?.[0] ?? schema.default;
  if (given !== undefined) return given;
  const below = schema.$ref === undefined ? undefined : schemas[nameIn(schema.$ref)];
  const inner = below ?? (schema.anyOf ?? schema.oneOf)?.[0];
  if (inner !== undefined) return sampleValue(inner, schemas, name, depth + 1);
  if (schema.allOf !== undefined) {
    const parts = schema.allOf.map((part) => sampleValue(part, schemas, name, depth + 1));
    return Object.assign({}, ...parts);
  }
  switch (typesOf(schema)[0]) {
    case "object":
      return sampleObject(schema, schemas, depth);
    case "array":
      return sampleArray(schema, schemas, name, depth);
    case "integer":
    case "number":
      return sampleNumber(schema);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return sampleText(schema, name);
  }
}

function sampleObject(schema: JsonSchema, schemas: Schemas, depth: number): unknown {
  const { properties = {}, required = [], minProperties = 1 } = schema;
  const names = Object.keys(properties);
  const others = names.filter((name) => !required.includes(name));
  const more = others.slice(0, Math.max(0, minProperties - required.length));
  const entries = names
    .filter((name) => required.includes(name) || more.includes(name))
    .map((name) => [name, sampleValue(properties[name] ?? {}, schemas, name, depth + 1)])
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

function sampleArray(schema: JsonSchema, schemas: Schemas, name: string, depth: number): unknown {
  const { prefixItems, items, minItems = 1 } = schema;
  if (prefixItems !== undefined) {
    return prefixItems.map((item) => sampleValue(item, schemas, name, depth + 1));
  }
  if (typeof items !== "object") return [];
  const item = sampleValue(items, schemas, name, depth + 1);
  return item === undefined ? [] : Array.from({ length: Math.max(1, minItems) }, () => item);
}

function sampleNumber({ minimum, maximum, exclusiveMinimum, multipleOf = 1 }: JsonSchema): number {
  const least = minimum ?? (exclusiveMinimum ?? 0) + multipleOf;
  return maximum === undefined ? least : Math.min(least, maximum);
}

function sampleText(schema: JsonSchema, name: string): string {
  const { format, pattern, minLength = 0, maxLength = Infinity } = schema;
  if (schema.contentEncoding === "base64") return "ZXhhbXBsZQ==";
  const likely = BY_FORMAT[format ?? ""] ?? BY_NAME[name] ?? "example";
  const shape = pattern === undefined ? undefined : new RegExp(pattern, "u");
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && shape?.test(text) !== false;
  if (fits(likely)) return likely;
  if (shape === undefined) return "example ".repeat(minLength).slice(0, Math.max(1, minLength));
  const made = stringMatching(shape).filter(fits);
  return sample(made, { seed: SEED, numRuns: 1 })[0] ?? likely;
}
