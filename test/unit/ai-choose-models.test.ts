import { describe, expect, it } from "vitest";
import { chooseModels } from "../../src/ai/providers/choose-models.ts";
import type { TenantAi } from "../../src/ai/settings/store.ts";

const openAi = (models: string[], more: object = {}) => ({
  kind: "openai-compatible",
  baseUrl: "https://models.example/v1",
  models,
  ...more,
});
const SERVICE = [
  { name: "one", ...openAi(["small", "large"], { region: "eu" }) },
  { name: "two", ...openAi(["large"]) },
];
const env = { AI_PROVIDERS: JSON.stringify(SERVICE) } as Cloudflare.Env;

const NOBODY = { AI_PROVIDERS: "[]" } as Cloudflare.Env;

function aTenant(settings: object, own: Record<string, object> = {}): TenantAi {
  const rows = Object.entries(own).map(([name, provider]) => ({ name, provider }));
  return { settings, own: rows } as unknown as TenantAi;
}

function chosen(ai: TenantAi, asked?: string, preferred?: string): string[] {
  return chooseModels({ env, ai }, asked, preferred).map(
    ({ provider, model }) => `${provider.own ? "own " : ""}${provider.name}: ${model}`,
  );
}

describe("the models that a tenant's question may go to", () => {
  it("are the service's in its order, each provider's first where nothing else is wanted", () => {
    expect(chosen(aTenant({}))).toEqual(["one: small", "two: large"]);
  });

  it("begin with its own, which take the place of the service's of the same name", () => {
    const own = { mine: openAi(["m"]), two: openAi(["mine"]) };
    expect(chosen(aTenant({}, own))).toEqual(["own mine: m", "own two: mine", "one: small"]);
    const order = ["two", "one"];
    expect(chosen(aTenant({ order }, own))).toEqual(["own two: mine", "one: small"]);
  });

  it("are of the providers that it names alone, in its order", () => {
    expect(chosen(aTenant({ order: ["two", "gone", "one"] }))).toEqual([
      "two: large",
      "one: small",
    ]);
    expect(chosen(aTenant({ order: [] }))).toEqual([]);
  });

  it("stay in the region that it wants, whoever's they are", () => {
    const own = { mine: openAi(["m"], { region: "us" }), near: openAi(["n"], { region: "eu" }) };
    expect(chosen(aTenant({ region: "eu" }, own))).toEqual(["own near: n", "one: small"]);
    const order = ["mine", "two", "near"];
    expect(chosen(aTenant({ region: "eu", order }, own))).toEqual(["own near: n"]);
  });

  it("are of its list alone, and a provider with none of them is not asked", () => {
    expect(chosen(aTenant({ models: ["large"] }))).toEqual(["one: large", "two: large"]);
    expect(chosen(aTenant({ models: ["small"] }))).toEqual(["one: small"]);
    expect(chosen(aTenant({ models: [] }))).toEqual([]);
  });

  it("are the one that a prompt prefers where there is one, else the default of the provider", () => {
    expect(chosen(aTenant({}), undefined, "large")).toEqual(["one: large", "two: large"]);
    expect(chosen(aTenant({}), undefined, "gone")).toEqual(["one: small", "two: large"]);
    expect(chosen(aTenant({ models: ["small"] }), undefined, "large")).toEqual(["one: small"]);
  });

  it("are the one that the request names, whatever its prompt prefers, and 400 if there is none", () => {
    expect(chosen(aTenant({}), "small", "large")).toEqual(["one: small"]);
    expect(() => chosen(aTenant({ models: ["large"] }), "small")).toThrow(
      expect.objectContaining({ refusal: expect.objectContaining({ error: "unknown_model" }) }),
    );
  });

  it("are refused by its list alone where nobody offers any", () => {
    const nobody = (models?: string[]) => aTenant(models === undefined ? {} : { models });
    const ask = (models?: string[]) => chooseModels({ env: NOBODY, ai: nobody(models) }, "small");
    expect([ask(), ask(["small"])]).toEqual([[], []]);
    for (const models of [["large"], []]) {
      expect(() => ask(models)).toThrow(
        expect.objectContaining({ refusal: expect.objectContaining({ error: "unknown_model" }) }),
      );
    }
  });
});
