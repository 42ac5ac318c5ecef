import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { newSource } from "../../src/intel/source-schemas.ts";
import { newApiKey, rotation } from "../../src/tenants/api-keys/schemas.ts";
import { newTenant, tenantChange } from "../../src/tenants/schemas.ts";
import { usageQuery } from "../../src/tenants/usage/schemas.ts";

const TENANT = { tenantId: "acme", name: "Acme" };
const KEY = { name: "Gateway", scopes: ["urlsearch"] };
const SOURCE = {
  id: "own",
  title: "Own",
  kind: "ip",
  format: "ip-list",
  category: "spam",
  reliability: 1,
};
const ALL = ["urlsearch", "ipsearch", "dnssearch", "darkweb", "antispam"];
const addresses = (count: number) => Array.from({ length: count }, (_, at) => `192.0.2.${at}`);

type Case = [field: string, schema: z.ZodType, base: object, fits: unknown[], misses: unknown[]];

/** The least and the most that are accepted, and values just beyond them. */
const CASES: Case[] = [
  [
    "tenantId",
    newTenant,
    TENANT,
    ["abc", "---", "0-9", "a".repeat(64)],
    ["ab", "a".repeat(65), "a_b", "Abc", "abc ", "", null],
  ],
  ["name", newTenant, TENANT, ["x", " x ", "x".repeat(120)], ["", "  ", "x".repeat(121), null]],
  [
    "monthlyQuota",
    newTenant,
    TENANT,
    [0, 1, 10_000_000_000, undefined],
    [-1, 10_000_000_001, 1.5, "1", null],
  ],
  ["monthlyQuota", tenantChange, {}, [0, 10_000_000_000, null], [-1, 10_000_000_001, 1.5]],
  ["status", tenantChange, {}, ["active", "suspended", "closed"], ["unknown", "", null]],
  ["scopes", newApiKey, KEY, [["darkweb"], ALL], [[], ["all"], [...ALL, "darkweb"], null]],
  [
    "allowedAddresses",
    newApiKey,
    KEY,
    [[], ["192.0.2.0/24"], ["2001:db8::/32"], addresses(50)],
    [addresses(51), ["192.0.2.0/33"], ["2001:db8::/129"], ["192.0.2"], [""], null],
  ],
  ["note", newApiKey, KEY, ["", null, "x".repeat(500)], ["x".repeat(501), 1]],
  ["graceSeconds", rotation, {}, [0, 1, 604_800, undefined], [-1, 604_801, 0.5, "60", null]],
  [
    "period",
    usageQuery,
    {},
    ["2026-01", "2026-12", "2000-01", "2099-12", undefined],
    ["2026-00", "2026-13", "2026-1", "1999-12", "2100-01", "2026-01-01", "", null],
  ],
  ["id", newSource, SOURCE, ["ab", "a".repeat(64), "0.a_b-c"], ["a", "a".repeat(65), "-a", "Ab"]],
  ["reliability", newSource, SOURCE, [0, 0.5, 1], [-0.01, 1.01, "1", null]],
  ["intervalSeconds", newSource, SOURCE, [300, 7_776_000], [299, 7_776_001, 300.5]],
];

describe("a field of a tenant, an API key or a source", () => {
  it.each(CASES)(
    "is accepted within its bounds and refused beyond them: %s",
    (field, schema, base, fits, misses) => {
      const isTaken = (value: unknown) => schema.safeParse({ ...base, [field]: value }).success;
      expect(fits.filter((value) => !isTaken(value))).toEqual([]);
      expect(misses.filter(isTaken)).toEqual([]);
    },
  );

  it("has a default of one day if it is graceSeconds", () => {
    expect([rotation.parse(undefined), rotation.parse({})]).toEqual([
      { graceSeconds: 86_400 },
      { graceSeconds: 86_400 },
    ]);
  });
});
