import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { parse } from "tldts";
import { describe, expect, it } from "vitest";
import { FILE } from "../../../scripts/suffixes/open-rules.ts";
import { readTrie, type Branch } from "../../../scripts/suffixes/read-trie.ts";
import { writeLists } from "../../../scripts/suffixes/write-lists.ts";
import type * as suffixes from "../../../src/intel/suffixes/find-suffix.ts";
import { isPublicEnding, partsOf, registeredAt } from "../../../src/intel/suffixes/registrable.ts";

const OPTIONS = { extractHostname: false, validateHostname: false, detectIp: false };

function asTldts(name: string) {
  const all = parse(name, { ...OPTIONS, allowPrivateDomains: true });
  const registry = parse(name, OPTIONS);
  return {
    registrable: all.domain ?? undefined,
    privateSuffix: all.isPrivate === true ? (all.publicSuffix ?? undefined) : undefined,
    registeredAt: registry.domain ?? undefined,
    isPublicEnding: registry.isIcann === true && registry.publicSuffix === name,
  };
}

function asWe(name: string) {
  return {
    ...partsOf(name),
    registeredAt: registeredAt(name),
    isPublicEnding: isPublicEnding(name),
  };
}

function namesOf(branches: Branch[], parent = ""): string[] {
  return branches.flatMap(({ label, below }) => {
    const name = `${label === "*" ? "any" : label}${parent}`;
    return [name, ...namesOf(below, `.${name}`)];
  });
}

const known = namesOf(await readTrie());
/** The module as a Worker has it before it loads an index or the model of messages. */
const UNOPENED = "../../../src/intel/suffixes/find-suffix.ts?unopened";

it("findSuffix throws before the rules are loaded", async () => {
  const unopened = (await import(UNOPENED)) as typeof suffixes;
  expect(() => unopened.findSuffix("shop.example", true)).toThrow("were not loaded");
});

describe("public suffixes, compared with tldts", () => {
  it("the committed rules are those of the installed tldts: `npm run suffixes` writes them", async () => {
    expect(readFileSync(FILE, "utf8")).toBe(writeLists(await readTrie()));
  });

  it("are the same for every name of the list and for names one, two and three labels below", () => {
    expect(known.length).toBeGreaterThan(10_000);
    const names = known.flatMap((name) => [
      name,
      `shop.${name}`,
      `www.shop.${name}`,
      `a.b.c.${name}`,
    ]);
    const otherwise = names.filter(
      (name) => JSON.stringify(asWe(name)) !== JSON.stringify(asTldts(name)),
    );
    expect(otherwise).toEqual([]);
  });

  it("are the same for any name made of labels known to the list and others", () => {
    const label = fc.oneof(
      fc.constantFrom(...new Set(known.flatMap((name) => name.split(".")))),
      fc.stringMatching(/^[a-z0-9-]{1,12}$/),
    );
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 6 }), (labels) => {
        const name = labels.join(".");
        expect(asWe(name)).toEqual(asTldts(name));
      }),
      { numRuns: 2_000 },
    );
  });
});
