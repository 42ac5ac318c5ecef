import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FIRST_TABLES } from "../support/first-tables.ts";

/** The classes of the first tag. Cloudflare applies a tag once: a class added to it later is not created. */
const FIRST_TAG = [
  "ReadinessObject",
  "TenantGate",
  "AgentObject",
  "EnrollmentCodeObject",
  "Keyring",
  "Knowledge",
  "WebhookEndpoint",
];

const settings = readFileSync("wrangler.toml", "utf8");
const sections = settings.split(/^(?=\[)/m);
const begins = (heading: string) => sections.filter((text) => text.startsWith(heading));
const stringsOf = (text: string) =>
  Array.from(text.matchAll(/"([^"]+)"/g), ([, value = ""]) => value);

describe("the Durable Object classes in wrangler.toml", () => {
  const [first = "", ...later] = begins("[[migrations]]");
  const bound = begins("[[durable_objects.bindings]]").map(stringsOf);

  it("that are newer than the first version have a migration tag of their own", () => {
    expect(stringsOf(first)).toEqual(["v1", ...FIRST_TAG]);
    expect(later.every((text) => text.includes("tag ="))).toBe(true);
  });

  it("are each created by exactly one tag", () => {
    const made = [first, ...later].flatMap((text) => stringsOf(text).slice(1));
    expect(new Set(bound.map(([, name]) => name))).toEqual(new Set(made));
    expect(made).toHaveLength(bound.length);
  });

  it("each have an entry in FIRST_TABLES", () => {
    expect(new Set(bound.map(([name]) => name))).toEqual(new Set(Object.keys(FIRST_TABLES)));
  });
});

it("wrangler.toml binds no service that a start without an account and a network lacks", () => {
  const needed = /^\[+(?:ai|ai_search\w*|vectorize|browser|hyperdrive)\]/;
  expect(sections.filter((text) => needed.test(text))).toEqual([]);
});
