import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { newVersion } from "../../src/ai/prompts/version-schemas.ts";
import { ownProvider, providerName } from "../../src/ai/providers/own-provider.ts";
import { settingsChange } from "../../src/ai/settings/schemas.ts";
import { invalidInput } from "../../src/http/contract/valid.ts";
import { sourceParam } from "../../src/intel/source-schemas.ts";
import { newTenant } from "../../src/tenants/schemas.ts";

function messageOf(schema: z.ZodType, given: unknown): string {
  const { error } = schema.safeParse(given);
  return error === undefined ? "" : invalidInput("json", error).refusal.message;
}

const prompt = { tenantId: "acme", template: { en: "{{fence}}" }, commitMessage: "m" };
const speech = { kind: "azure-speech", region: "West Europe" };
const azure = { kind: "openai-compatible", baseUrl: "https://a.example", models: ["m"] };

describe("the refusal of a name", () => {
  it.each<[string, string]>([
    [
      messageOf(newTenant, { tenantId: "acme", name: "Acme", plan: "Team" }),
      "plan: 1 to 32 of a-z, 0-9 and -",
    ],
    [
      messageOf(newVersion, { ...prompt, name: "1st" }),
      "name: 1 to 32 of a-z, 0-9 and -, a letter first",
    ],
    [
      messageOf(newVersion, { ...prompt, variables: { Tone: "calm" } }),
      "variables.Tone: 1 to 32 of A-Z, a-z and 0-9, a small letter first",
    ],
    [
      messageOf(settingsChange, { tenantId: "acme", region: "EU" }),
      "region: 2 to 40 of a-z, 0-9 and -",
    ],
    [messageOf(ownProvider, speech), "region: 2 to 40 of a-z, 0-9 and -"],
    [
      messageOf(ownProvider, { ...azure, apiVersion: "2024 10" }),
      "apiVersion: 1 to 40 of A-Z, a-z, 0-9, _, . and -",
    ],
    [
      messageOf(providerName, "_main").replace("The body", '"name"'),
      "name: 1 to 64 of A-Z, a-z, 0-9, _ and -, a letter or digit first",
    ],
    [
      messageOf(sourceParam, { id: ".feed" }),
      "id: 2 to 64 of a-z, 0-9, dot, - and _, a letter or digit first",
    ],
  ])("states the rule of the name: %s", (said, wanted) => {
    const [field, rule] = wanted.split(": ");
    expect(said).toBe(`"${field}" is invalid: must be ${rule}.`);
  });
});
