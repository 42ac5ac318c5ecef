import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SIGNAL_WEIGHTS } from "../../src/inspection/layers/l1/signals.ts";
import { REASONS } from "../../src/inspection/layers/l4/opinion.ts";
import { readWords } from "../../src/portal/frame/read-words.ts";

const sources = globSync("src/inspection/{layers,dictionaries}/**/*.ts").map((file) =>
  readFileSync(file, "utf8"),
);

/** Where a layer writes a signal down: as a list, into a list, with a value, or instead of a look. */
const WRITTEN = [
  /signals: \[([^\]]*)\]/g,
  /signals\.push\(([^;]*)\);/g,
  /signalOf\(([^;]*)\)/g,
  /silent\(([^;]*)\)/g,
  /\.map\(\(\{ name \}\) => ([^;]*)\)/g,
  /return \[(bad >= SURE[^\]]*)\]/g,
];
const QUOTED = /"([a-z_]+)"|`([^`]*)`/g;

/** Names that are built from parts, and all names that they give. */
const PUT_TOGETHER: Record<string, string[]> = {
  "${what}_${disposition}": ["sender", "url", "host", "ip"].flatMap((what) => [
    `${what}_malicious`,
    `${what}_suspicious`,
  ]),
  "wording_${kind}": ["wording_phishing", "wording_spam"],
  "wording_like_${kind}": ["wording_like_phishing", "wording_like_spam"],
};

function writtenNames(): Set<string> {
  const places = sources.flatMap((source) =>
    WRITTEN.flatMap((where) => Array.from(source.matchAll(where), ([, names = ""]) => names)),
  );
  const quoted = places.flatMap((place) =>
    Array.from(place.matchAll(QUOTED), ([, plain, made]) => plain ?? made ?? ""),
  );
  return new Set(quoted.filter((name) => name !== "deny"));
}

describe("the signals of the four layers", () => {
  const names = [...writtenNames()].flatMap(
    (name) => PUT_TOGETHER[name] ?? name.replace(/:\$\{.*/, ""),
  );
  const signals = new Set([...Object.keys(SIGNAL_WEIGHTS), ...REASONS, ...names]);
  // The answer of a layer that could not look is said by what is known of why.
  signals.delete("unavailable");

  it("are found in the sources", () => {
    const some = ["too_many_names", "tenant_denied", "dictionary", "dictionaries_cut"];
    const others = ["url_malicious", "wording_like_spam", "skipped_confident"];
    expect([...signals]).toEqual(expect.arrayContaining([...some, ...others]));
    expect([...signals].filter((name) => !/^[a-z_]+$/.test(name))).toEqual([]);
  });

  it("have English and Spanish words each, and there are words for no other signal", () => {
    const { en, es } = readWords(readFileSync("src/portal/inspections/signals.txt", "utf8"));
    expect(Object.keys(en).toSorted()).toEqual([...signals].toSorted());
    expect(Object.keys(es).toSorted()).toEqual([...signals].toSorted());
    for (const signal of signals) {
      expect(en[signal], signal).toMatch(/^[^_]{8,}$/);
      expect(es[signal], signal).toMatch(/^[^_]{8,}$/);
      expect(es[signal]).not.toBe(en[signal]);
    }
  });
});
