import { globSync, readFileSync } from "node:fs";
import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { failureOf, failureWithFrames } from "../../src/http/failure-of.ts";

/** The one file that may read a failure as text: it tells kinds apart, and keeps none of it. */
const TELLS_APART = "src/webhooks/delivery/attempt.ts";
const RAW = /String\((error|cause|thrown|\w+\.reason)\)|\b(error|thrown)\.stack\b/;
const SECRET = "hunter2";
const QUERY = "insert into things (name) values (?)";

const failed = (value: unknown, reason: string) =>
  new DrizzleQueryError(QUERY, [value], new Error(reason));

describe("the failure of a query", () => {
  it("is reported with the query, the reason and the place, without bound values", () => {
    const text = failureWithFrames(failed(SECRET, "D1_ERROR: the disk is full"));
    const [first, ...frames] = text.split("\n");
    expect(first).toBe(`Failed query: ${QUERY}: D1_ERROR: the disk is full`);
    expect(frames[0]).toContain("failure-of.test.ts");
    expect(text).not.toContain(SECRET);
  });

  it.each([
    ["as it is", SECRET, `no such column: ${SECRET}`],
    ["in quotes", ["a", SECRET], `Type 'object' not supported for value 'a,${SECRET}'`],
    ["in part, in quotes", `x" ${SECRET}`, `fts5: syntax error near "${SECRET}"`],
    ["twice", SECRET, `no such column: ${SECRET}; nor table: ${SECRET}`],
  ])("hides a bound value that the engine repeats %s", (_case, value, reason) => {
    const text = failureOf(failed(value, reason));
    expect(text).not.toContain(SECRET);
    expect(text).toContain(reason.slice(0, 4));
  });

  it("hides the whole of a value, though another value is its beginning", () => {
    const thrown = new DrizzleQueryError(QUERY, ["hunt", SECRET], new Error(`no row ${SECRET}`));
    expect(failureOf(thrown)).toBe(`Failed query: ${QUERY}: no row …`);
  });

  it("hides a value of four characters, but no shorter one", () => {
    expect(failureOf(failed("4711", "no row 4711"))).toBe(`Failed query: ${QUERY}: no row …`);
    expect(failureOf(failed("row", "no row row"))).toBe(`Failed query: ${QUERY}: no row row`);
  });

  it("does not show a line of a value that looks like a stack frame", () => {
    const text = failureWithFrames(failed(`x\n    at ${SECRET} (a.ts:1:1)`, "no"));
    expect(text).not.toContain(SECRET);
  });

  it("has no frames if its message is not the one that its stack begins with", () => {
    const error = new Error(`x\n    at ${SECRET} (a.ts:1:1)`);
    expect(error.stack).toContain(SECRET);
    error.message = "another";
    expect(failureWithFrames(error)).toBe("Error: another");
  });

  it("is cut before the values if only its text is in another error's message", () => {
    const told = new Error(failed(`x\nparams: ${SECRET}`, "no").message);
    expect(failureOf(told)).toBe(`Error: Failed query: ${QUERY}`);
    expect(failureOf(new Error(`gave up: ${told.message}`))).toBe(
      `Error: gave up: Failed query: ${QUERY}`,
    );
    expect(failureWithFrames(told)).not.toContain(SECRET);
  });
});

describe("any other failure", () => {
  it("is reported with its name, its message and its stack", () => {
    const error = new RangeError("too far");
    expect(failureOf(error)).toBe("RangeError: too far");
    expect(failureWithFrames(error)).toBe(error.stack);
    expect(failureWithFrames("thrown as a text")).toBe("thrown as a text");
  });

  it.each([SECRET, `{"a":"${SECRET}`, `{"a":${SECRET}}`, `it's "${SECRET}"`])(
    "does not show the text that failed to parse as JSON: %s",
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

  it("is turned into text only by failure-of.ts, and by attempt.ts to tell failures apart", () => {
    const raw = globSync("src/**/*.{ts,tsx}").filter((file) =>
      RAW.test(readFileSync(file, "utf8")),
    );
    expect(raw.toSorted()).toEqual(["src/http/failure-of.ts", TELLS_APART]);
  });
});
