import { describe, expect, it } from "vitest";
import { sayDelivery } from "../../scripts/webhooks/say-delivery.ts";

describe("the text that npm run webhooks prints of a delivery", () => {
  it("has the control characters of the body replaced", () => {
    const body = "\u001b]0;owned\u0007\r\u009b2Jhola\n\tadios";
    const said = sayDelivery({
      id: "evt_1",
      body,
      doubt: "v1: No matching signature found",
      times: 1,
    });
    expect(said).toMatch(/evt_1 {2}NOT VERIFIED, v1: No matching signature found\n/);
    expect(said).toContain("\ufffd]0;owned\ufffd\ufffd\ufffd2Jhola\n> \tadios");
  });

  it("has no line of the body that looks like a verified delivery", () => {
    const body = "{}\n\n2026-01-01T00:00:00.000Z  evt_2  verified\n{}";
    const said = sayDelivery({ id: "evt_1", body, doubt: "it has no signature", times: 1 });
    expect(said).toContain("evt_2  verified");
    expect(said).not.toMatch(/^\S+ {2}\S+ {2}verified/m);
  });

  it("is its indented JSON, with its number if it is repeated", () => {
    const said = sayDelivery({ id: "evt_1", body: '{"type":"ping"}', doubt: null, times: 2 });
    expect(said).toMatch(/evt_1 {2}verified, delivery 2\n\{\n {2}"type": "ping"\n\}$/);
  });
});
