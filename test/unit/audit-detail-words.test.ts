import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { settingsChange as aiSettingsChange } from "../../src/ai/settings/schemas.ts";
import { dictionaryPartial } from "../../src/dictionaries/schemas.ts";
import { settingsChange as keyringChange } from "../../src/encryption/key-schemas.ts";
import { sourceChange } from "../../src/intel/source-schemas.ts";
import { detailNames } from "../../src/portal/audit/detail-words.ts";
import { apiKeyChange } from "../../src/tenants/api-keys/schemas.ts";
import { tenantChange } from "../../src/tenants/schemas.ts";
import { endpointChange } from "../../src/webhooks/schemas.ts";

/** The detail of an entry: an object literal, the JSON that the database makes, or a value. */
const LITERAL = /\bdetail(?::| =) (?:given\()?(\{[^;]*?\})(?:;|,\n|\s*\}|\))/g;
const AS_JSON = /json_object\(([^;]*?)\)`/gs;
const HANDED_ON = /\bdetail: ([a-z]\w*(?:\([^)]*\))?)/g;
const SPREAD = /\bdetail: \{ \.\.\.(\w+)/g;
const TYPES = new Set(["text", "z", "undefined", "showDetail"]);

/** Names in the database's JSON that are no facts, and fields of requests that are written differently. */
const NO_FACTS = new Set(["true", "account", "oidc", "tenantId", "disabled", "paused"]);

/** Details that are passed on as whole objects, by place, and the names that may be in them. */
const HANDED: Record<string, readonly string[]> = {
  "ai/settings/change-settings.ts change": namesIn(aiSettingsChange),
  "access/sessions/keep-oidc-person.ts roles": [],
  "access/sessions/keep-oidc-person.ts reaches": [],
  "encryption/keyring-object.ts settings": namesIn(keyringChange),
  "encryption/root-routes.ts run": ["moved", "failed"],
  "fleet/settings-store.ts settingsAsJson(tenantId)": [],
  "intel/change-sources.ts change": namesIn(sourceChange),
  "tenants/api-keys/change-api-key.ts columns": [
    ...namesIn(apiKeyChange),
    "disabledAt",
    "deletedAt",
  ],
  "tenants/change-tenant.ts given(change)": namesIn(tenantChange),
};

/** What the fact "fields" may name: the fields of a request, and others that are written with them. */
const CHANGED = [dictionaryPartial, endpointChange]
  .flatMap(({ shape }) => Object.keys(shape))
  .concat("secrets", "disabledAt", "disabledReason");

/** The field names of an object, at every depth. */
function namesIn(schema: z.ZodType): string[] {
  const inside = (node: unknown): string[] => {
    if (typeof node !== "object" || node === null) return [];
    if (Array.isArray(node)) return node.flatMap(inside);
    const { properties, ...rest } = node as Record<string, unknown>;
    const own = Object.entries(properties ?? {});
    return [
      ...own.flatMap(([name, inner]) => [name, ...inside(inner)]),
      ...inside(Object.values(rest)),
    ];
  };
  return inside(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}

/** The names in an object literal, also in one that is spread into it. */
function namesOf(literal: string): string[] {
  const bare = literal.replace(/\((?:[^()]|\([^()]*\))*\)/g, (group) =>
    group.includes("{") ? group : "",
  );
  return Array.from(bare.matchAll(/[{,]\s*([a-zA-Z_]\w*)\s*(?=[:,}])/g), ([, name = ""]) => name);
}

const files = globSync("src/**/*.ts").filter((file) => !/^src\/(?:portal|http)\//.test(file));
const sources = files.map(
  (file) => [file.replace("src/", ""), readFileSync(file, "utf8")] as const,
);
const traced = sources.filter(([, text]) => /audit|AuditNote|action[,:]/.test(text));

describe("the details of audit entries", () => {
  const handed = traced.flatMap(([file, text]) =>
    [HANDED_ON, SPREAD].flatMap((where) =>
      Array.from(text.matchAll(where), ([, what = ""]) => [file, what] as const),
    ),
  );
  const whole = handed.filter(([, what]) => !TYPES.has(what.split("(", 1)[0] ?? ""));
  const written = traced.flatMap(([, text]) => [
    ...Array.from(text.matchAll(LITERAL), ([, literal = ""]) => namesOf(literal)).flat(),
    ...Array.from(text.matchAll(AS_JSON), ([, json = ""]) =>
      Array.from(json.matchAll(/'(\w+)',/g), ([, name = ""]) => name),
    ).flat(),
  ]);

  it("are passed on as whole objects only in the places that this test lists", () => {
    expect(whole.map((one) => one.join(" ")).toSorted()).toEqual(Object.keys(HANDED).toSorted());
  });

  it("have a name in both languages, and no name is unused", () => {
    const facts = [...new Set([...written, ...CHANGED, ...Object.values(HANDED).flat()])].filter(
      (name) => !NO_FACTS.has(name),
    );
    const { en, es } = detailNames;
    expect(Object.keys(en).toSorted()).toEqual(facts.toSorted());
    expect(Object.keys(es).toSorted()).toEqual(facts.toSorted());
    for (const name of facts) expect(en[name], name).toMatch(/^\p{Lu}[^_]*$/u);
    for (const name of facts) expect(es[name], name).toMatch(/^\p{Lu}[^_]*$/u);
  });
});
