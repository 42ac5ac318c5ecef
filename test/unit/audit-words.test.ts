import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readWords } from "../../src/portal/frame/read-words.ts";

/** An audit entry names its action beside `action`, or passes it to the function that writes the entry. */
const SLICES =
  "agent|ai|api_key|dictionary|encryption|enrollment_code|events|fleet_settings|inspection|intel|passkey|person|policy|service_key|session|tenants?|token|webhook";
const NAMED = new RegExp(String.raw`"((?:${SLICES})(?:\.[a-z_]+)+)"`, "g");
/** Beside `action` in any slice, so that a slice which is not listed above is found too. */
const BESIDE_ACTION = /\baction: "([a-z_]+(?:\.[a-z_]+)+)"/g;
const MADE = /`((?:[a-z_]+\.)*\$\{\w+\}(?:\.[a-z_]+)*|(?:[a-z_]+\.)+\$\{\w+\})`/g;

/** Events of the product's webhooks, whose names look alike. */
const NO_TRACES = new Set(["inspection.flagged", "action.approved"]);

/** Names composed of parts, and the actions they become. */
const PUT_TOGETHER: Record<string, string[]> = {
  "ai.action.${state}": ["approved", "rejected", "executed", "failed"].map((s) => `ai.action.${s}`),
  "ai.document.${change}": ["created", "changed", "deleted"].map((c) => `ai.document.${c}`),
  "encryption.${what}": [
    "encryption.key_provisioned",
    "encryption.key_rotated",
    "encryption.keys_erased",
    "encryption.settings_changed",
    "encryption.version_disabled",
    "encryption.version_enabled",
    "encryption.version_destroyed",
  ],
  "${kind}.revoked": ["token.revoked", "service_key.revoked"],
};

const sources = globSync("src/**/*.ts")
  .filter((file) => !file.startsWith("src/portal"))
  .map((file) => readFileSync(file, "utf8"));

function found(pattern: RegExp): Set<string> {
  const all = sources.flatMap((source) =>
    Array.from(source.matchAll(pattern), ([, name = ""]) => name),
  );
  return new Set(all);
}

describe("the actions of the audit log", () => {
  const made = [...found(MADE)].filter((name) => /^(?:[a-z_]+\.)+\$|^\$\{kind\}/.test(name));
  const named = [...found(NAMED), ...found(BESIDE_ACTION)].filter((name) => !NO_TRACES.has(name));
  const actions = new Set([...named, ...made.flatMap((name) => PUT_TOGETHER[name] ?? [])]);

  it("are composed of parts only as this test lists", () => {
    const traces = made.filter((name) => new RegExp(`^(?:${SLICES})\\.|^\\$`).test(name));
    expect(traces.toSorted()).toEqual(Object.keys(PUT_TOGETHER).toSorted());
  });

  it("have different words in both languages, and no words are unused", () => {
    const { en, es } = readWords(readFileSync("src/portal/audit/actions.txt", "utf8"));
    expect(Object.keys(en).toSorted()).toEqual([...actions].toSorted());
    expect(Object.keys(es).toSorted()).toEqual([...actions].toSorted());
    for (const action of actions) {
      expect(en[action], action).toMatch(/^\p{Lu}[^_]+$/u);
      expect(es[action], action).toMatch(/^\p{Lu}[^_]+$/u);
      expect(es[action]).not.toBe(en[action]);
    }
    expect(new Set(Object.values(en)).size).toBe(actions.size);
    expect(new Set(Object.values(es)).size).toBe(actions.size);
  });
});
