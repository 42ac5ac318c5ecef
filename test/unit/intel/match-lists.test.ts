import { describe, expect, it } from "vitest";
import { isRefusal } from "../../../src/http/index.ts";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";
import { makeLists } from "../../../src/intel/tenant-lists/make-lists.ts";
import { matchLists } from "../../../src/intel/tenant-lists/match-lists.ts";

function wordOn(email: string, denied: string): string | undefined {
  const row = {
    tenantId: "t",
    action: "deny",
    type: "domain",
    note: "",
    label: "",
    createdBy: "",
  } as const;
  const times = { createdAt: 0, updatedAt: 0, expiresAt: null };
  const lists = makeLists([{ ...row, ...times, id: denied, value: denied }]);
  const indicator = readIndicator("email", email);
  return isRefusal(indicator) ? "refused" : matchLists(lists, indicator)?.action;
}

describe("a tenant's entry that denies a domain, for an e-mail address", () => {
  it.each([
    ["someone@evil.test", "deny"],
    ["someone@mail.evil.test", "deny"],
    ['"someone@good.test"@evil.test', "deny"],
    ['"someone@evil.test"@good.test', undefined],
    ['<"someone@good.test"@evil.test>', "deny"],
    ['"someone@evil.test"', "deny"],
    ["evil.test@good.test", undefined],
    [`a@${"a.".repeat(100)}mail.evil.test`, "deny"],
  ])("%s gives %s", (email, word) => {
    expect(wordOn(email, "evil.test")).toBe(word);
  });
});

describe("a tenant's entries for overlapping blocks of equal size", () => {
  it.each([["allow", "deny"] as const, ["deny", "allow"] as const])(
    "deny an address in both blocks: %s first, then %s",
    (one, other) => {
      const row = { tenantId: "t", type: "ip", note: "", label: "", createdBy: "" } as const;
      const times = { createdAt: 0, updatedAt: 0, expiresAt: null };
      const lists = makeLists([
        { ...row, ...times, id: "1", action: one, value: "8.8.8.0-8.8.8.9" },
        { ...row, ...times, id: "2", action: other, value: "8.8.8.5-8.8.8.14" },
      ]);
      const indicator = readIndicator("ip", "8.8.8.7");
      if (isRefusal(indicator)) throw new Error(indicator.message);
      expect(matchLists(lists, indicator)?.action).toBe("deny");
    },
  );
});

describe("a tenant's entry for a domain, and a very long host below it", () => {
  it("is found below 20,000 labels with fewer than 200 keys asked for", () => {
    const row = {
      tenantId: "t",
      action: "deny",
      type: "domain",
      note: "",
      label: "",
      createdBy: "",
    } as const;
    const times = { createdAt: 0, updatedAt: 0, expiresAt: null };
    const asked: string[] = [];
    const { exact, ...lists } = makeLists([{ ...row, ...times, id: "1", value: "evil.test" }]);
    const url = `http://${"a.".repeat(20_000)}evil.test/`;
    const indicator = readIndicator("url", url, { long: true });
    const counting = new Map(exact);
    counting.get = (key) => {
      asked.push(key);
      return exact.get(key);
    };
    if (isRefusal(indicator)) throw new Error(indicator.message);
    expect(matchLists({ ...lists, exact: counting }, indicator)?.action).toBe("deny");
    expect(asked.length).toBeLessThan(200);
  });
});

describe("a tenant's entries for a chain of redirecting URLs", () => {
  const page = encodeURIComponent("https://www.google.com/url?q=http://evil.test/");
  const url = `https://eur01.safelinks.protection.outlook.com/?url=${page}`;
  const wordOnUrl = (entries: Record<string, "allow" | "deny">) => {
    const row = { tenantId: "t", type: "domain", note: "", label: "", createdBy: "" } as const;
    const times = { createdAt: 0, updatedAt: 0, expiresAt: null };
    const rows = Object.entries(entries);
    const lists = makeLists(
      rows.map(([value, action]) => ({ ...row, ...times, id: value, value, action })),
    );
    const indicator = readIndicator("url", url);
    return isRefusal(indicator) ? "refused" : matchLists(lists, indicator)?.action;
  };

  it("deny the chain if any of its URLs is denied", () => {
    for (const name of ["outlook.com", "google.com", "evil.test"])
      expect(wordOnUrl({ "outlook.com": "allow", [name]: "deny" })).toBe("deny");
  });

  it("allow the chain only if all of its URLs are allowed", () => {
    const two = { "outlook.com": "allow", "evil.test": "allow" } as const;
    expect(wordOnUrl(two)).toBe(undefined);
    expect(wordOnUrl({ ...two, "google.com": "allow" })).toBe("allow");
  });
});

describe("a tenant's entries for folders of a host", () => {
  const wordOnPage = (page: string, entries: Record<string, "allow" | "deny">) => {
    const row = { tenantId: "t", type: "url", note: "", label: "", createdBy: "" } as const;
    const times = { createdAt: 0, updatedAt: 0, expiresAt: null };
    const lists = makeLists(
      Object.entries(entries).map(([value, action]) => ({
        ...row,
        ...times,
        id: value,
        value,
        action,
      })),
    );
    const indicator = readIndicator("url", page);
    return isRefusal(indicator) ? "refused" : matchLists(lists, indicator)?.action;
  };

  it.each([
    ["http://good.test/", "allow"],
    ["http://good.test/page", "allow"],
    ["http://good.test/bad/", "deny"],
    ["http://good.test/bad/page?x=1", "deny"],
    ["http://good.test/bad/but/fine", "allow"],
    ["http://good.test/bad/but/one", "deny"],
    ["http://good.test/bad/but/one?x=1", "allow"],
  ])("the most specific folder decides: %s", (page, word) => {
    const entries = {
      "good.test/": "allow",
      "good.test/bad/": "deny",
      "good.test/bad/but/": "allow",
      "good.test/bad/but/one": "deny",
      "good.test/bad/but/one?x=1": "allow",
    } as const;
    expect(wordOnPage(page, entries)).toBe(word);
  });
});
