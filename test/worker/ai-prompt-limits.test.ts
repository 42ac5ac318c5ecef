import { describe, expect, it } from "vitest";
import { evaluation } from "../../src/ai/prompts/evaluation-schemas.ts";
import { aLibrary, anAppWithModel } from "../support/ai-tenant.ts";
import { call } from "../support/call.ts";
import { aGoodModel } from "../support/good-model.ts";

describe("POST /ai/prompts/evaluations with limits", () => {
  it("201 that ran over a limit says so and leaves an earlier one to count; one that fails does not", async () => {
    const { tenantId, as } = await aLibrary();
    const template = {
      en: "Data stands between {{fence}}. Answer in {{language}} with [1].",
      es: "Responde con {{fence}}.",
    };
    const order = { tenantId, template, commitMessage: "First try" };
    const written = await call("POST", "/ai/prompts/versions", { as, body: order });
    const { version } = await written.json<{ version: number }>();
    const body = { tenantId, version };
    const { ask } = anAppWithModel(aGoodModel);
    await ask("POST", "/ai/prompts/evaluations", as, body);
    const limit = (callsPerDay: number | null) =>
      call("PATCH", "/ai/settings", {
        as,
        body: { tenantId, limits: callsPerDay === null ? null : { callsPerDay } },
      });
    const moved = { tenantId, versions: [{ version }] };
    const toProduction = () => call("PUT", "/ai/prompts/labels/production", { as, body: moved });
    await limit(1);
    const cut = await ask("POST", "/ai/prompts/evaluations", as, body);
    const made = evaluation.parse(await cut.json());
    expect(made.passed).toBe(false);
    expect(new Set(made.results.flatMap(({ reasons }) => reasons))).toEqual(
      new Set(["over_limit"]),
    );
    expect((await toProduction()).status).toBe(200);
    await limit(null);
    const bad = anAppWithModel(["BANANA PLÁTANO DATA- evil.example"]);
    await bad.ask("POST", "/ai/prompts/evaluations", as, body);
    await limit(1);
    await ask("POST", "/ai/prompts/evaluations", as, body);
    expect((await toProduction()).status).toBe(409);
  });
});
