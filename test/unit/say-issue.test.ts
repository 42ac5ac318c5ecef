import { describe, expect, it } from "vitest";
import * as z from "zod";
import { snapshot } from "../../src/ai/tools/schemas.ts";
import { Problem } from "../../src/http/index.ts";
import { invalidInput } from "../../src/http/contract/valid.ts";
import { replayOrder } from "../../src/webhooks/delivery/schemas.ts";

const channel = z.enum(["email", "sms", "whatsapp"]);
const kinds = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("one"), at: z.int() }),
  z.strictObject({ kind: z.literal("two") }),
]);

/** In a union the shape counts that knows the given names, even if another shape lacks fewer. */
const seen = { tenantId: "acme", collectedAt: "2026-01-31T09:30:00Z" };

function messageOf(schema: z.ZodType, given: unknown): string {
  const { error } = schema.safeParse(given);
  return error === undefined ? "" : invalidInput("json", error).refusal.message;
}

const field = (one: z.ZodType, ...given: unknown[]) =>
  messageOf(z.strictObject({ field: one }), given.length === 0 ? {} : { field: given[0] });

describe("the message about a wrong input", () => {
  it.each<[string, string]>([
    [field(channel), '"field" is missing; it must be one of email, sms, whatsapp.'],
    [field(channel, "fax"), '"field" is invalid: must be one of email, sms, whatsapp.'],
    [field(z.literal(2), 3), '"field" is invalid: must be 2.'],
    [field(z.string()), '"field" is missing; it must be text.'],
    [field(z.string(), null), '"field" is invalid: must be text.'],
    [field(z.int()), '"field" is missing; it must be a number.'],
    [field(z.int(), 1.5), '"field" is invalid: must be a whole number.'],
    [field(z.number(), "1"), '"field" is invalid: must be a number.'],
    [field(z.boolean(), "true"), '"field" is invalid: must be true or false.'],
    [field(z.array(channel)), '"field" is missing; it must be a list.'],
    [field(z.array(channel), ["x"]), '"field.0" is invalid: must be one of email, sms, whatsapp.'],
    [field(z.record(z.string(), z.int()), []), '"field" is invalid: must be an object.'],
    [field(z.strictObject({}), 7), '"field" is invalid: must be an object.'],
    [field(z.union([z.string(), z.int()])), '"field" is missing; it must be text.'],
    [field(z.string().min(1), ""), '"field" is invalid: must not be empty.'],
    [field(z.string().min(2), "x"), '"field" is invalid: must have at least 2 characters.'],
    [field(z.string().max(2), "xyz"), '"field" is invalid: must have at most 2 characters.'],
    [field(z.string().length(2), "x"), '"field" is invalid: must have exactly 2 characters.'],
    [field(z.array(z.int()).min(1), []), '"field" is invalid: must not be empty.'],
    [field(z.array(z.int()).max(1), [1, 2]), '"field" is invalid: must have at most 1 items.'],
    [field(z.array(z.int()).length(1), []), '"field" is invalid: must have exactly 1 items.'],
    [field(z.int().min(1), 0), '"field" is invalid: must be at least 1.'],
    [field(z.int().max(9), 10), '"field" is invalid: must be at most 9.'],
    [field(z.number().positive(), 0), '"field" is invalid: must be more than 0.'],
    [field(z.number().lt(3), 3), '"field" is invalid: must be less than 3.'],
    [field(z.number().multipleOf(5), 3), '"field" is invalid: must be a multiple of 5.'],
    [field(z.url(), "x"), '"field" is invalid: must be a URL.'],
    [field(z.uuid(), "x"), '"field" is invalid: must be a UUID.'],
    [field(z.base64(), "="), '"field" is invalid: must be Base64 with its padding.'],
    [field(z.iso.date(), "x"), '"field" is invalid: must be a day, as 2026-01-31.'],
    [
      field(z.iso.datetime(), "x"),
      '"field" is invalid: must be a moment, as 2026-01-31T09:30:00Z.',
    ],
    [field(z.string().regex(/^a$/), "b"), '"field" is invalid: must match /^a$/.'],
    [field(z.string().startsWith("a"), "b"), '"field" is invalid: must begin with "a".'],
    [field(kinds, { kind: "six" }), '"field.kind" is invalid: must be one of one, two.'],
    [field(kinds, { kind: null }), '"field.kind" is invalid: must be one of one, two.'],
    [field(kinds, { at: 1 }), '"field.kind" is missing; it must be one of one, two.'],
    [field(kinds, { kind: "one" }), '"field.at" is missing; it must be a number.'],
    [
      field(
        z.string().refine(() => false),
        "x",
      ),
      '"field" is invalid: must have another form.',
    ],
    [field(z.string("must be a name"), 1), '"field" is invalid: must be a name.'],
    [
      messageOf(snapshot, { ...seen, data: { users: 1 } }),
      '"data.registered" is missing; it must be a number.',
    ],
    [
      messageOf(snapshot, { ...seen, data: { skus: 1 } }),
      '"data.skus" is invalid: must be a list.',
    ],
    [messageOf(replayOrder, { until: seen.collectedAt }), '"since" is missing; it must be text.'],
    [
      messageOf(replayOrder, { eventId: "e", since: 1 }),
      'The body is invalid: must not have "since".',
    ],
    [messageOf(z.strictObject({}), []), "The body is invalid: must be an object."],
    [messageOf(z.strictObject({}), { a: 1 }), 'The body is invalid: must not have "a".'],
  ])("is exactly: %s", (said, wanted) => {
    expect(said).toBe(wanted);
  });

  it("names five unknown fields at most, and only the beginning of a long name", () => {
    const names = ["x".repeat(9_000), "b", "c", "d", "e", "f", "g"];
    const said = messageOf(z.strictObject({}), Object.fromEntries(names.map((name) => [name, 1])));
    expect(said).toBe(
      `The body is invalid: must not have "${"x".repeat(64)}", "b", "c", "d", "e" and others.`,
    );
  });

  it("is about the first wrong field, and each wrong field is a detail", () => {
    const { error } = z.strictObject({ a: channel, b: z.int() }).safeParse({ b: "x" });
    const problem = invalidInput("json", error ?? { issues: [] });
    expect(problem).toBeInstanceOf(Problem);
    expect(problem.refusal.message).toBe('"a" is missing; it must be one of email, sms, whatsapp.');
    expect(problem.refusal.details).toEqual([
      { path: "a", message: "is missing; it must be one of email, sms, whatsapp" },
      { path: "b", message: "must be a number" },
    ]);
  });

  it("has one detail for each field: a value that is no text is not too short as well", () => {
    const { error } = z.strictObject({ a: z.string().min(1), b: z.string() }).safeParse({ a: [] });
    const { details } = invalidInput("json", error ?? { issues: [] }).refusal;
    expect(details).toEqual([
      { path: "a", message: "must be text" },
      { path: "b", message: "is missing; it must be text" },
    ]);
  });
});
