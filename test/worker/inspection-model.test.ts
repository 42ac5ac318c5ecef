import { describe, expect, it } from "vitest";
import { readMessage } from "../../src/inspection/reading/read-message.ts";
import { loadBrands } from "../../src/inspection/layers/l1/brands.ts";
import { scoreForm } from "../../src/inspection/layers/l1/score-form.ts";
import { classify } from "../../src/inspection/layers/l3/classify.ts";
import type { Message } from "../../src/inspection/reading/read-message.ts";
import { fuse } from "../../src/inspection/model/fuse.ts";
import { loadModel } from "../../src/inspection/model/load-model.ts";
import { loadSuffixes } from "../../src/intel/suffixes/load-suffixes.ts";

const CERTAIN = 80;

describe("the inspection model in the Worker", () => {
  it("is loaded once", async () => {
    expect(await loadModel()).toBe(await loadModel());
  });

  it.each<[string, Message, boolean]>([
    [
      "an access code as clean",
      {
        channel: "sms",
        sender: "BBVA",
        body: "Tu código de acceso es 482911. No lo compartas con nadie.",
      },
      false,
    ],
    [
      "a fake bank message as bad",
      {
        channel: "sms",
        sender: "+34600111222",
        body: "BBVA: su cuenta ha sido bloqueada, verifique sus datos en http://bbva-verifica.top/es",
      },
      true,
    ],
  ])("scores %s", async (_name, message, bad) => {
    const [model] = await Promise.all([loadModel(), loadSuffixes(), loadBrands()]);
    const reading = readMessage(message);
    const form = scoreForm(reading);
    const { score, lang, probabilities } = classify(model, reading);
    const fused = fuse(model.short.fusion, [form.score, undefined, score, undefined]);
    expect(lang).toBe("es");
    expect(probabilities.clean + probabilities.spam + probabilities.phishing).toBeCloseTo(1);
    if (bad) expect(fused).toBeGreaterThan(CERTAIN);
    else expect(fused).toBeLessThan(100 - CERTAIN);
  });
});
