import { describe, expect, it } from "vitest";
import type { AiSearchBinding } from "../../src/ai/vectors/ai-search/binding.ts";
import { instanceOf } from "../../src/ai/vectors/ai-search/instance.ts";
import { searchItems } from "../../src/ai/vectors/ai-search/search-items.ts";

/** How many of seven searches reach the service, which does this each time. */
async function countAsked(search: () => Promise<unknown>) {
  let asked = 0;
  const own = {
    search: async () => {
      asked += 1;
      return search();
    },
  };
  const binding = { get: () => own } as unknown as AiSearchBinding;
  const outside = { fetch: globalThis.fetch, now: () => 0 };
  const instance = instanceOf({ binding, outside, name: crypto.randomUUID() }, "tenant", "space");
  for (let turn = 0; turn < 7; turn += 1) {
    expect(await searchItems(instance, "a question", 50)).toBeUndefined();
  }
  return asked;
}

describe("AI Search", () => {
  it.each([{}, { chunks: [{ score: "high", item: { key: "a.txt" } }] }, null, "<html>"])(
    "is not called after five unreadable answers: %j",
    async (answer) => {
      expect(await countAsked(async () => answer)).toBe(5);
    },
  );

  it("is not called after five failures, each of which is tried again twice", async () => {
    const fails = async () => {
      throw Object.assign(new Error("Internal Error"), { name: "AiSearchInternalError" });
    };
    expect(await countAsked(fails)).toBe(15);
  });

  it.each([
    Object.assign(new Error("ai_search_not_found"), { name: "AiSearchNotFoundError" }),
    new Error("AiSearchNotFoundError: ai_search_not_found"),
  ])("is called again after %s, and not twice for one question", async (error) => {
    const fails = async () => {
      throw error;
    };
    expect(await countAsked(fails)).toBe(7);
  });
});

it("a piece that the service cut in two is as near as the nearer part, and no text of it is asked for", async () => {
  const asked: unknown[] = [];
  const chunk = (key: string, score: number) => ({ id: key, type: "text", score, item: { key } });
  const own = {
    search: async (request: unknown) => {
      asked.push(request);
      return {
        search_query: "",
        chunks: [chunk("a.txt", 0.9), chunk("b.txt", 0.5), chunk("a.txt", 0.2)],
      };
    },
  };
  const binding = { get: () => own } as unknown as AiSearchBinding;
  const outside = { fetch: globalThis.fetch, now: () => 0 };
  const instance = instanceOf({ binding, outside, name: crypto.randomUUID() }, "tenant", "space");
  expect(await searchItems(instance, "a question", 50)).toEqual([
    { id: "a", score: 0.9 },
    { id: "b", score: 0.5 },
  ]);
  const retrieval = { max_num_results: 50, match_threshold: 0, metadata_only: true };
  const options = { retrieval, cache: { enabled: false }, query_rewrite: { enabled: false } };
  expect(asked).toMatchObject([{ query: "a question", ai_search_options: options }]);
});

describe("the name of an instance", () => {
  const reach = { binding: {} as AiSearchBinding, outside: {} as never, name: "ai-search" };
  const nameOf = (tenant: string, space: string) => instanceOf(reach, tenant, space).id;

  it("is one that AI Search takes, and tells neither tenant nor model", () => {
    const name = nameOf("acme", "ai-search AI Search @cf/baai/bge-m3");
    expect(name).toMatch(/^[a-z0-9_]+(?:-[a-z0-9_]+)*$/);
    expect(name.length).toBeLessThanOrEqual(32);
    expect(name).not.toContain("acme");
  });

  it("differs between tenants and between models, and stays what it is", () => {
    const names = [nameOf("a", "x"), nameOf("a", "y"), nameOf("b", "x"), nameOf("a", "x")];
    expect(new Set(names).size).toBe(3);
    expect(nameOf("acme", "s")).toBe("822b33ad87c148a0a20a-043a718774c");
  });
});
