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

describe("the models for a tenant's question", () => {
  it("are the first model of each of the service's providers, in the service's order, by default", () => {
    expect(chosen(aTenant({}))).toEqual(["one: small", "two: large"]);
  });

  it("begin with the tenant's own providers, which replace the service's of the same name", () => {
    const own = { mine: openAi(["m"]), two: openAi(["mine"]) };
    expect(chosen(aTenant({}, own))).toEqual(["own mine: m", "own two: mine", "one: small"]);
    const order = ["two", "one"];
    expect(chosen(aTenant({ order }, own))).toEqual(["own two: mine", "one: small"]);
  });

  it("are of the providers in the tenant's order only, in that order", () => {
    expect(chosen(aTenant({ order: ["two", "gone", "one"] }))).toEqual([
      "two: large",
      "one: small",
    ]);
    expect(chosen(aTenant({ order: [] }))).toEqual([]);
  });

  it("are in the tenant's region only, of its own providers and of the service's", () => {
    const own = { mine: openAi(["m"], { region: "us" }), near: openAi(["n"], { region: "eu" }) };
    expect(chosen(aTenant({ region: "eu" }, own))).toEqual(["own near: n", "one: small"]);
    const order = ["mine", "two", "near"];
    expect(chosen(aTenant({ region: "eu", order }, own))).toEqual(["own near: n"]);
  });

  it("are of the tenant's list of models only; a provider with none of them is left out", () => {
    expect(chosen(aTenant({ models: ["large"] }))).toEqual(["one: large", "two: large"]);
    expect(chosen(aTenant({ models: ["small"] }))).toEqual(["one: small"]);
    expect(chosen(aTenant({ models: [] }))).toEqual([]);
  });

  it("are the model that the prompt prefers, or the provider's default if it has no such model", () => {
    expect(chosen(aTenant({}), undefined, "large")).toEqual(["one: large", "two: large"]);
    expect(chosen(aTenant({}), undefined, "gone")).toEqual(["one: small", "two: large"]);
    expect(chosen(aTenant({ models: ["small"] }), undefined, "large")).toEqual(["one: small"]);
  });

  it("are the model that the request names, whatever the prompt prefers; unknown_model if no provider has it", () => {
    expect(chosen(aTenant({}), "small", "large")).toEqual(["one: small"]);
    expect(() => chosen(aTenant({ models: ["large"] }), "small")).toThrow(
      expect.objectContaining({ refusal: expect.objectContaining({ error: "unknown_model" }) }),
    );
  });

  it("are none if there is no provider; unknown_model if the tenant's list lacks the named model", () => {
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
