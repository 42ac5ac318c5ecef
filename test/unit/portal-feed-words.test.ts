import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sayFeedFault } from "../../src/portal/sources/say-feed-fault.ts";

/** Where the sources hold messages about a faulty line or a faulty feed. */
const SOURCES = [
  ["src/intel/sources/formats/*.ts", /bad: (["'`].+?["'`])[ ;}]/g],
  ["src/intel/segments/collect-finding.ts", /return ("The [^"]+")/g],
  ["src/intel/sources/{cut-json,read-feed}.ts", /("(?:The|One) [^"]+\.")/g],
  ["src/intel/refresh/judge-feed.ts", /(["`][^"`]+[.%]{1,2}["`])/g],
  [
    "src/intel/refresh/{fetch,accept}-*.ts",
    /(?:failed\(|refuseFeed\("[a-z_]+", )(["`][^"`]+["`])/g,
  ],
  ["src/intel/refresh/limits.ts", /(`[AM][^`]+`)/g],
  ["src/intel/live/{damaged-source,is-damage}.ts", /(?:super\(|LOST = )(["`][^"`]+["`])/g],
  ["src/intel/refresh/publish.ts", /^ +(`All [^`]+`)/gm],
  ["src/intel/segments/read-segment.ts", /super\((["`][^"`]+["`])/g],
] as const;

const found = SOURCES.flatMap(([files, pattern]) =>
  globSync(files).flatMap((file) =>
    Array.from(readFileSync(file, "utf8").matchAll(pattern), ([, quoted = ""]) =>
      quoted.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, "7"),
    ),
  ),
);

describe("the message about a faulty feed", () => {
  it("is found in each of the listed source files", () => {
    for (const [files, pattern] of SOURCES) {
      const texts = globSync(files).map((file) => readFileSync(file, "utf8"));
      expect(texts.join("\n"), files).toMatch(pattern);
    }
  });

  it.each([...new Set(found)])("is said in Spanish, and in English as it is: %s", (english) => {
    const said = sayFeedFault("es", english);
    expect(said).not.toBe(english);
    expect(said).not.toMatch(/[*#@~]/);
    expect(sayFeedFault("en", english)).toBe(english);
  });

  it("keeps its numbers in Spanish, and stays in English if it has no translation", () => {
    expect(sayFeedFault("es", "3 of 40 lines are bad, more than 5 %.")).toBe(
      "3 de 40 líneas son malas, más del 5 %.",
    );
    expect(sayFeedFault("es", "Never said.")).toBe("Never said.");
  });

  it("says the lines behind it in Spanish too", () => {
    const english =
      "The feed has no usable line. Line 2: The value is no URL. Line 14: The line has fewer than 3 fields.";
    expect(sayFeedFault("en", english)).toBe(english);
    expect(sayFeedFault("es", english)).toBe(
      "La carga no tiene ninguna línea utilizable. Línea 2: El valor no es una URL. Línea 14: La línea tiene menos de 3 campos.",
    );
  });
});
