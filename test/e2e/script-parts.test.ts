import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bundleOnce, type Deployable } from "../support/bundle-once.ts";

const { script } = JSON.parse(readFileSync(await bundleOnce(), "utf8")) as Deployable;

/** Texts that only a part of a package has which the script never calls (`[alias]` in wrangler.toml). */
const LEFT_OUT = [
  ["zod's JSON Schema", "https://json-schema.org/draft/2020-12/schema"],
  ["zod's English", "Too small: expected"],
  ["how zod reads values that contain themselves", "Cannot parse a reference cycle"],
  ["drizzle's relations", "There are multiple relations between"],
  ["drizzle's tables of Postgres", "PgInlineForeignKeys"],
  ["drizzle's kinds of columns that no table has", "SQLiteBigInt"],
  ["drizzle's views", "SQLiteViewBuilder"],
  ["what hono does to tags of the head", "data-precedence"],
] as const;

describe("the script of a deployment", () => {
  it.each(LEFT_OUT)("does not bring %s", (_part, text) => {
    expect(script).not.toContain(text);
  });
});
