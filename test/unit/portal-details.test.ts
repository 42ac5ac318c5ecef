import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkPattern } from "../../src/dictionaries/patterns/check.ts";
import { sayDetail } from "../../src/portal/frame/say-detail.ts";

const GENERAL = "No encaja. Vea la nota de arriba.";

const ENGLISH = /(?<!\p{L})(?:has|is|at|and|which|character|class|must|of)(?!\p{L})/u;

/** One pattern at least for each way of being refused. */
const PATTERNS = [
  "a".repeat(2_000),
  "\ud800",
  "a)",
  "(|a*|b*)",
  "(?:^)*",
  "(?:a*)*",
  "(a",
  `${"(".repeat(60)}a${")".repeat(60)}`,
  "(?=a)",
  "(?>a)",
  "(?<n>a)",
  "(?m)a",
  "(?:[a-z]{1,100}){1,100}",
  "*a",
  "a]",
  "[]a]",
  "[a",
  "[^\\s\\S]",
  "a|",
  "[z-a]",
  "[a&&b]",
  "[a[b]",
  "a\\",
  "\\xZZ",
  "(a)\\1",
  "\\p{L}",
  "\\u0041",
  "\\y",
  "a++",
  "a{1}{2}",
  "a{x",
  "a{3,2}",
  "a{9999}",
  "(?:a|a)*b",
  "a*a*b",
  "(?:a?){30}".repeat(3),
  "(?:a?b?c?d?e?f?g?h?){30}",
];

/** Where the sources hold messages about a wrong field of a form. */
const SOURCES = [
  ["src/dictionaries/normalise-entries.ts", /problem: "([^"]+)"/g],
  ["src/dictionaries/normalise-entries.ts", /message: `([^`]+)`/g],
  ["src/dictionaries/normalise-entries.ts", /: `(repeats [^`]+)`/g],
  ["src/platform/outbound/*.ts", /bad\("([^"]+)"\)/g],
  ["src/{access,tenants}/**/*.ts", /message: "([a-z][^"]+)"/g],
  ["src/{access,tenants,webhooks}/**/*.ts", /refuseField\([^,]+, ["'](.+)["']\)/g],
  ["src/{ai/documents,tenants/api-keys}/schemas.ts", /\.refine\([^"]*"((?:is|must be)[^"]+)"/g],
  ["src/inspection/schemas.ts", /message: `([^`]+)`/g],
  ["src/{dictionaries/schemas,tenants/shared-schemas}.ts", /\.regex\([^"]*"(must be [^"]+)"/g],
  ["src/http/contract/{moment,unicode}.ts", /"(must (?:lie|be (?:well|one))[^"]+)"/g],
  ["src/ai/documents/schemas.ts", /\.refine\([^"]*"(must (?:not hold|all)[^"]+)"/g],
  ["src/intel/{indicators,tenant-lists}/*.ts", /"?value" (must [^"`'\n]+)\.['`]/g],
] as const;

const found = SOURCES.flatMap(([files, pattern]) =>
  globSync(files).flatMap((file) =>
    Array.from(readFileSync(file, "utf8").matchAll(pattern), ([, said = ""]) =>
      said.replaceAll(/\$\{[^}]*\}/g, "7"),
    ),
  ),
);

/** What the contract says of any field. */
const BY_CONTRACT = [
  "is missing; it must be text",
  "must not be empty",
  "must be one of email, sms",
  "must be at least 1",
  "must be at most 9",
  "must have at least 2 characters",
  "must have at most 2 characters",
];

describe("the message about a wrong field", () => {
  it("is found in each of the listed source files", () => {
    for (const [files, pattern] of SOURCES) {
      const texts = globSync(files).map((file) => readFileSync(file, "utf8"));
      expect(texts.join("\n"), files).toMatch(pattern);
    }
  });

  it.each([...new Set(found), ...BY_CONTRACT])(
    "is said in Spanish and in English: %s",
    (message) => {
      const said = sayDetail("es", message);
      expect(said).not.toBe(GENERAL);
      expect(said).not.toMatch(ENGLISH);
      expect(said).not.toContain("*");
      expect(sayDetail("en", message)).toMatch(/^[A-Z].*\.$/);
    },
  );

  it.each(PATTERNS)("is said in Spanish for the pattern %j", (pattern) => {
    const message = checkPattern(pattern)?.message ?? "";
    expect(message).not.toBe("");
    const said = sayDetail("es", message);
    expect(said).not.toBe(GENERAL);
    expect(said.replaceAll(/"\S*"/g, "")).not.toMatch(ENGLISH);
  });

  it("counts entries from one, as the form does", () => {
    expect(sayDetail("en", "repeats entry 0")).toBe("Repeats entry 1.");
    expect(sayDetail("es", "repeats entry 0")).toBe("Repite la entrada 1.");
  });
});
