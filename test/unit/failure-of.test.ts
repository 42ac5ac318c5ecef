import { globSync, readFileSync } from "node:fs";
import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { failureOf, failureWithFrames } from "../../src/http/failure-of.ts";

/** Tells kinds of failure apart by their text, and keeps none of it. */
const TELLS_APART = "src/webhooks/delivery/attempt.ts";
const RAW = /String\((error|cause|thrown|\w+\.reason)\)|\b(error|thrown)\.stack\b/;
const SECRET = "hunter2";
const QUERY = "insert into things (name) values (?)";

const failed = (value: unknown, reason: string) =>
  new DrizzleQueryError(QUERY, [value], new Error(reason));

describe("the failure of a query", () => {
  it("is the query, why, and where, without what was bound", () => {
    const text = failureWithFrames(failed(SECRET, "D1_ERROR: the disk is full"));
    const [first, ...frames] = text.split("\n");
    expect(first).toBe(`Failed query: ${QUERY}: D1_ERROR: the disk is full`);
    expect(frames[0]).toContain("failure-of.test.ts");
    expect(text).not.toContain(SECRET);
  });

  it.each([
    ["as itself", SECRET, `no such column: ${SECRET}`],
    ["in quotes", ["a", SECRET], `Type 'object' not supported for value 'a,${SECRET}'`],
    ["in part, in quotes", `x" ${SECRET}`, `fts5: syntax error near "${SECRET}"`],
    ["twice", SECRET, `no such column: ${SECRET}; nor table: ${SECRET}`],
  ])("does not repeat a value that the engine repeats %s", (_case, value, reason) => {
    const text = failureOf(failed(value, reason));
    expect(text).not.toContain(SECRET);
    expect(text).toContain(reason.slice(0, 4));
  });

  it("does not repeat the rest of a value that begins with another one", () => {
    const thrown = new DrizzleQueryError(QUERY, ["hunt", SECRET], new Error(`no row ${SECRET}`));
    expect(failureOf(thrown)).toBe(`Failed query: ${QUERY}: no row …`);
  });

  it("does not repeat a value of four characters, shorter ones stand in every text", () => {
    expect(failureOf(failed("4711", "no row 4711"))).toBe(`Failed query: ${QUERY}: no row …`);
    expect(failureOf(failed("row", "no row row"))).toBe(`Failed query: ${QUERY}: no row row`);
  });

  it("does not take a value's lines for the stack's", () => {
    const text = failureWithFrames(failed(`x\n    at ${SECRET} (a.ts:1:1)`, "no"));
    expect(text).not.toContain(SECRET);
  });

  it("shows no frames where the message is another one than the stack begins with", () => {
    const error = new Error(`x\n    at ${SECRET} (a.ts:1:1)`);
    expect(error.stack).toContain(SECRET);
    error.message = "another";
    expect(failureWithFrames(error)).toBe("Error: another");
  });

  it("ends before the values when another object told of it, or another error did", () => {
    const told = new Error(failed(`x\nparams: ${SECRET}`, "no").message);
    expect(failureOf(told)).toBe(`Error: Failed query: ${QUERY}`);
    expect(failureOf(new Error(`gave up: ${told.message}`))).toBe(
      `Error: gave up: Failed query: ${QUERY}`,
    );
    expect(failureWithFrames(told)).not.toContain(SECRET);
  });
});

describe("any other failure", () => {
  it("is what it says, and where", () => {
    const error = new RangeError("too far");
    expect(failureOf(error)).toBe("RangeError: too far");
    expect(failureWithFrames(error)).toBe(error.stack);
    expect(failureWithFrames("thrown as a text")).toBe("thrown as a text");
  });

  it.each([SECRET, `{"a":"${SECRET}`, `{"a":${SECRET}}`, `it's "${SECRET}"`])(
    "does not show the text that is no JSON: %s",
    (text) => {
      const error = ((): unknown => {
        try {
          return JSON.parse(text);
        } catch (thrown) {
          return thrown;
        }
      })();
      expect(failureWithFrames(error)).toMatch(/^SyntaxError: /);
      expect(failureWithFrames(error)).not.toContain(SECRET);
    },
  );

  it("is told of by this alone, in all of src", () => {
    const raw = globSync("src/**/*.{ts,tsx}").filter((file) =>
      RAW.test(readFileSync(file, "utf8")),
    );
    expect(raw.toSorted()).toEqual(["src/http/failure-of.ts", TELLS_APART]);
  });
});
