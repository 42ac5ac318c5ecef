import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { ApiDocument, JsonSchema } from "../../scripts/openapi/document.ts";
import { MAX_PAGED_ROWS } from "../../src/http/contract/index.ts";

const { info, paths, components } = JSON.parse(
  readFileSync("public/openapi/fleet.json", "utf8"),
) as ApiDocument;

const queryOf = (path: string, name: string) =>
  paths[path]?.["get"]?.parameters?.find((one) => one.name === name);
const parameterOf = (path: string, name: string): JsonSchema => queryOf(path, name)?.schema ?? {};
const bodyOf = (path: string, name: string): JsonSchema =>
  paths[path]?.["post"]?.requestBody?.content["application/json"]?.schema?.properties?.[name] ?? {};
const fieldOf = (schema: string, name: string): JsonSchema =>
  components.schemas[schema]?.properties?.[name] ?? {};

/** What a route refuses has to be refused by whoever reads its description. */
it.each([
  ["a month", parameterOf("/admin/tenants/{tenantId}/usage", "period"), "2026-09", "2026-13"],
  [
    "a month of a usage file",
    parameterOf("/admin/tenants/{tenantId}/usage.csv", "period"),
    "2026-09",
    "x",
  ],
  ["a tenant's name", bodyOf("/admin/tenants", "name"), "Año de 😀 2026", "two\nlines"],
  ["a source's title", bodyOf("/admin/intel/sources", "title"), "Ours", "\u001b[31m"],
  ["a dictionary's name", fieldOf("NewDetectionDictionary", "name"), "Ours", "a\u0085b"],
])(
  "the described pattern of %s matches an accepted value and not a refused one",
  (_, schema, taken, refused) => {
    const pattern = new RegExp(schema.pattern ?? "", "u");
    expect([taken, refused].map((text) => pattern.test(text))).toEqual([true, false]);
  },
);

it("a recording is described as Base64, and the addresses of a document and a source as http or https", () => {
  expect(fieldOf("TranscriptionRequest", "audioBase64").contentEncoding).toBe("base64");
  expect(fieldOf("NewDocument", "url").description).toContain("http or https");
  expect(bodyOf("/admin/intel/sources", "address").description).toContain("http or https");
});

it("each page says how deep a list goes, which its own bound does not tell", () => {
  const pages = Object.keys(paths).flatMap((path) => queryOf(path, "page") ?? []);
  expect(pages.length).toBeGreaterThan(9);
  const silent = pages.filter(({ description }) => !description?.includes(`${MAX_PAGED_ROWS}`));
  expect(silent).toEqual([]);
});

it("a prompt has a template in one language at least, and a bounded number of variables", () => {
  expect(fieldOf("NewPromptVersion", "template").minProperties).toBe(1);
  expect(fieldOf("NewPromptVersion", "variables").maxProperties).toBe(20);
});

it.each(["BulkSelection", "NewBulkOrder"])(
  "%s takes `agentIds` or `filter`, and says so",
  (name) => {
    expect(fieldOf(name, "agentIds").description).toMatch(/`filter`.*one of the two/);
    expect(fieldOf(name, "tenantId").description).toContain("operators");
  },
);

it("a filter of entries by label or type speaks of entries, and a time is written with T and Z", () => {
  for (const path of ["entries", "entries.csv"]) {
    for (const name of ["label", "type"]) {
      const asked = queryOf(`/admin/tenants/{tenantId}/intel/${path}`, name);
      expect(asked?.description).toMatch(/^Only entries/);
    }
  }
  expect(info.description).toContain("`T` and `Z`");
});
