import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { batchRequest } from "../../src/encryption/batch/schemas.ts";
import { decryptRequest, encryptRequest } from "../../src/encryption/schemas.ts";
import { quickReader, UNFIT } from "../../src/http/contract/quick-reader.ts";

const chosen = z.object({
  value: z.string().min(1),
  operation: z.enum(["encrypt", "decrypt"]).default("decrypt"),
  tenantId: z.enum(["acme"]).optional().meta({ description: "d" }),
  reference: z.string().default("none"),
});
const schemas = { encryptRequest, decryptRequest, batchRequest, chosen };

/** Values that are close to what the schemas take, and now and then valid. */
const word = fc.oneof(
  fc.constantFrom("acme", "encrypt", "decrypt", "rewrap", "", "A", "\ud800", "fe1.1.AAAA"),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const name = fc.constantFrom("tenantId", "value", "context", "encrypted", "reference", "x");
const leaf = fc.oneof({ weight: 8, arbitrary: word }, fc.constantFrom(null, 1, true, []));
const flat = fc.dictionary(name, leaf);
const item = fc.record(
  { reference: word, value: word, encrypted: word, context: word, more: leaf },
  { requiredKeys: [] },
);
const field = fc.record({
  tenantId: fc.constantFrom("acme", "A", "tenant-2"),
  operation: fc.constantFrom("encrypt", "decrypt", "rewrap", "wipe"),
  items: fc.array(item, { maxLength: 3 }),
});
const body = fc.oneof(
  flat,
  field,
  leaf,
  fc.record({ tenantId: fc.constant("acme"), value: word, context: word }),
  fc.record({ tenantId: fc.constant("acme"), encrypted: word, more: leaf }),
  fc.record(
    { value: word, operation: word, tenantId: word, reference: leaf },
    { requiredKeys: ["value"] },
  ),
);

const read = (schema: z.ZodType, given: unknown) => quickReader(schema)?.(given);

describe("a quick reader", () => {
  it.each(Object.entries(schemas))(
    "gives what the schema %s gives, or UNFIT if the schema refuses",
    (_name, schema) => {
      fc.assert(
        fc.property(body, (given) => {
          const taken = read(schema, given);
          const parsed = schema.safeParse(given);
          expect(taken === UNFIT).toBe(!parsed.success);
          if (!parsed.success) return;
          expect(taken).toStrictEqual(parsed.data);
          expect(JSON.stringify(taken)).toBe(JSON.stringify(parsed.data));
        }),
        { numRuns: 2_000 },
      );
    },
  );

  it.each([
    ["encryptRequest", encryptRequest, { tenantId: "acme", value: "v", context: "c", more: 1 }],
    ["decryptRequest", decryptRequest, { tenantId: "acme", encrypted: "fe1.1.AAAA" }],
    [
      "batchRequest",
      batchRequest,
      { tenantId: "acme", operation: "encrypt", items: [{ value: "v" }] },
    ],
  ])("takes a usual request of %s", (_name, schema, given) => {
    expect(read(schema, given)).toStrictEqual(schema.parse(given));
  });

  it.each(["a", " a", "a ", "", " ", "\u00a0a", "long", " long "])(
    "takes a text for a trimming schema only if it is trimmed already: %j",
    (given) => {
      const schema = z.string().trim().min(1).max(2);
      const isFit = given === given.trim() && schema.safeParse(given).success;
      expect(read(schema, given)).toBe(isFit ? given : UNFIT);
    },
  );

  it("returns the same object if the schema would not change it, and else a copy", () => {
    const inner = z.strictObject({ a: z.string(), b: z.enum(["x"]).default("x") });
    const schema = z.strictObject({ name: z.string().optional(), items: z.array(inner) });
    const same = { name: "n", items: [{ a: "1", b: "x" }] };
    expect(read(schema, same)).toBe(same);
    for (const given of [
      {
        items: [
          { b: "x", a: "1" },
          { a: "2", b: "x" },
        ],
      },
      { items: [{ a: "1", b: "x" }, { a: "2" }] },
      { items: [{ a: "1" }], name: "n" },
      { name: undefined, items: [] },
    ]) {
      const before = JSON.stringify(given);
      const taken = read(schema, given);
      expect(taken).not.toBe(given);
      expect(JSON.stringify(taken)).toBe(JSON.stringify(schema.parse(given)));
      expect(JSON.stringify(given)).toBe(before);
    }
    expect(read(schema, { items: [{ a: "1", b: "x" }], more: 1 })).toBe(UNFIT);
    expect(read(schema, { name: "n" })).toBe(UNFIT);
  });

  it("takes no field that is named __proto__ in JSON", () => {
    const strict = z.strictObject({ a: z.string() });
    const loose = z.object({ a: z.string() });
    const given: unknown = JSON.parse('{"a":"1","__proto__":{"b":1}}');
    expect(read(strict, given)).toBe(UNFIT);
    expect(read(loose, given)).toStrictEqual({ a: "1" });
  });

  it.each([
    ["a default that is a number", z.object({ a: z.literal([1, 2]).default(1) })],
    ["a default with a rule", z.object({ a: z.string().default("b").refine(Boolean) })],
    ["a default of a list", z.object({ a: z.array(z.string()).default([]) })],
    ["an enum of numbers", z.object({ a: z.enum({ low: 0, high: 1 }) })],
    ["a transformation", z.object({ a: z.string().transform(Number) })],
    ["a format", z.object({ a: z.email() })],
    ["a format that looks like a date", z.object({ a: z.iso.date() })],
    ["coercion", z.object({ a: z.coerce.string() })],
    ["a number", z.object({ a: z.int() })],
    ["a null", z.object({ a: z.string().nullable() })],
    ["a rule over the whole", z.object({ a: z.string() }).refine(() => true)],
    ["a rule over the list", z.array(z.string()).refine(() => true)],
    ["a rule with a condition", z.string().refine(() => true, { when: () => true })],
    ["a rule by superRefine", z.string().superRefine(() => {})],
    ["fields of any name", z.looseObject({ a: z.string() })],
    ["a schema for unknown fields", z.object({ a: z.string() }).catchall(z.string())],
    ["a pattern with the flag g", z.string().regex(/a/g)],
    ["a union without a discriminator", z.union([z.string(), z.strictObject({})])],
    ["an optional value with a rule", z.object({ a: z.string().optional().refine(Boolean) })],
  ])("is not made for a schema with %s", (_name, schema) => {
    expect(quickReader(schema)).toBeUndefined();
  });

  it("gives UNFIT if a rule returns anything but true", () => {
    expect(
      read(
        z.string().refine(() => 1 as unknown as boolean),
        "a",
      ),
    ).toBe(UNFIT);
    expect(
      read(
        z.string().refine(async () => Promise.resolve(true)),
        "a",
      ),
    ).toBe(UNFIT);
  });
});
