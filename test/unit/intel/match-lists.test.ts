import { describe, expect, it } from "vitest";
import { isRefusal } from "../../../src/http/index.ts";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";
import { makeLists } from "../../../src/intel/tenant-lists/make-lists.ts";
import { matchLists } from "../../../src/intel/tenant-lists/match-lists.ts";

function wordOn(email: string, denied: string): string | undefined {
  const row = { tenantId: "t", action: "deny", type: "domain", note: "", createdBy: "" } as const;
  const times = { createdAt: 0, updatedAt: 0, expiresAt: null };
  const lists = makeLists([{ ...row, ...times, id: denied, value: denied }]);
  const indicator = readIndicator("email", email);
  return isRefusal(indicator) ? "refused" : matchLists(lists, indicator)?.action;
}

describe("a tenant's word on the name of a mailbox", () => {
  it.each([
    ["someone@evil.test", "deny"],
    ["someone@mail.evil.test", "deny"],
    ['"someone@good.test"@evil.test', "deny"],
    ['"someone@evil.test"@good.test', undefined],
    ['<"someone@good.test"@evil.test>', "deny"],
    ['"someone@evil.test"', "deny"],
    ["evil.test@good.test", undefined],
  ])("%s: %s", (email, word) => {
    expect(wordOn(email, "evil.test")).toBe(word);
  });
});
