import { describe, expect, it } from "vitest";
import { call } from "../../support/call.ts";
import { DULL, anInspector, inspectAs, layer } from "../../support/inspection.ts";
import type { Caller } from "../../support/intel.ts";
import { aMember } from "../../support/people.ts";

async function aDictionary({ tenantId }: Caller, more: object): Promise<void> {
  const body = {
    name: "Proyecto",
    kind: "terms",
    appliesTo: ["inspection"],
    severity: "high",
    ...more,
  };
  const answer = await call("POST", "/detection-dictionaries", {
    as: await aMember(tenantId),
    body,
  });
  expect(answer.status).toBe(200);
}

const values = (...all: string[]) => all.map((value) => ({ value }));
const WITH = {
  ...DULL,
  body: `${DULL.body} Sobre el PRÓYECTO  ganímedes hablamos en https://www.ganimedes.example/x el 12-34`,
};

describe("a tenant's detection dictionaries", () => {
  it.each<[string, object]>([
    ["a term in other case, accents and spaces", { entries: values("proyecto Ganimedes") }],
    ["a domain and its subdomains", { kind: "domains", entries: values("ganimedes.example") }],
    ["a pattern", { kind: "regex", entries: values("(?i)el \\d{2}-\\d{2}\\b") }],
  ])("find %s, and the message is flagged for severity high", async (_case, more) => {
    const caller = await anInspector();
    await aDictionary(caller, more);
    const read = await inspectAs(caller, WITH);
    expect(layer(read, "L1").signals).toContain("dictionary:Proyecto");
    expect(read.verdict).not.toBe("clean");
    const without = await inspectAs(caller, DULL);
    expect(layer(without, "L1").signals.join()).not.toContain("dictionary");
    expect(without.score).toBeLessThan(read.score);
    const stranger = await inspectAs(await anInspector(), WITH);
    expect(layer(stranger, "L1").signals.join()).not.toContain("dictionary");
  });

  it.each<[string, object]>([
    ["are for agents", { appliesTo: ["agents"] }],
    ["are switched off", { enabled: false }],
    ["have only entries of weight 0", { entries: [{ value: "proyecto ganimedes", weight: 0 }] }],
    ["are of another language", { language: "en" }],
    ["hold only part of a word", { entries: values("proy") }],
  ])("do not count when they %s", async (_case, more) => {
    const caller = await anInspector();
    await aDictionary(caller, { entries: values("proyecto ganimedes"), ...more });
    expect(layer(await inspectAs(caller, WITH), "L1").signals.join()).not.toContain("dictionary");
  });

  it("raise the score by their severity", async () => {
    const scores: number[] = [];
    for (const severity of ["low", "medium", "high", "critical"]) {
      const caller = await anInspector();
      await aDictionary(caller, { entries: values("proyecto ganimedes"), severity });
      scores.push((await inspectAs(caller, WITH)).score);
    }
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect(new Set(scores).size).toBe(4);
    expect(scores[3]).toBeGreaterThanOrEqual(90);
  });
});
