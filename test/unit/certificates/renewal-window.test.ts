import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/platform/index.ts";
import {
  certificateStatus,
  expiringFrom,
  renewalWindow,
  shareOf,
} from "../../../src/certificates/renewal-window.ts";
import { firstSlots, placeIssued } from "../../../src/certificates/slots.ts";

const dates = { notBefore: 0, notAfter: 30 * DAY_MS, issuedAt: 0 };
const certificate = {
  ...dates,
  pem: "",
  chainPem: "",
  fingerprint: "f",
  keyFingerprint: "k",
  serial: "1",
  reference: null,
};
const slots = firstSlots(certificate, 0);

describe("renewalWindow", () => {
  it("lies between half and three quarters of the life", () => {
    const { start, end } = renewalWindow("agent", dates);
    expect([start, end]).toEqual([15 * DAY_MS, 22.5 * DAY_MS]);
  });

  it("gives each agent a moment inside the window, always the same", () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        const window = renewalWindow(id, dates);
        expect(window.at).toBeGreaterThanOrEqual(window.start);
        expect(window.at).toBeLessThan(window.end);
        expect(renewalWindow(id, dates)).toEqual(window);
      }),
    );
  });

  it("spreads a fleet evenly: no tenth of the window holds over 1.2 times its share", () => {
    const tenths = Array<number>(10).fill(0);
    for (let n = 0; n < 20_000; n += 1) {
      const tenth = Math.floor(shareOf(`0198c0de-0000-7000-8000-${n.toString(16)}`) * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    expect(Math.max(...tenths)).toBeLessThan(2000 * 1.2);
    expect(Math.min(...tenths)).toBeGreaterThan(2000 * 0.8);
  });

  it("spreads the moments of a fleet that enrolled at once over the window", () => {
    const fleet = Array.from({ length: 1_000 }, (_, n) => renewalWindow(`agent-${n}`, dates).at);
    const [start, end] = [15 * DAY_MS, 22.5 * DAY_MS];
    const middle = fleet.reduce((sum, at) => sum + at, 0) / fleet.length;
    expect(new Set(fleet).size).toBe(1_000);
    expect(Math.abs(middle - (start + end) / 2)).toBeLessThan((end - start) / 20);
  });

  it("is the moment of `renewBefore` if one is set", () => {
    expect(renewalWindow("agent", dates, DAY_MS)).toEqual({
      start: DAY_MS,
      end: DAY_MS,
      at: DAY_MS,
    });
  });
});

describe("a certificate issued after `renewBefore`", () => {
  it("has its usual window again and is valid", () => {
    const issued = { notBefore: DAY_MS, notAfter: 31 * DAY_MS, issuedAt: DAY_MS + 1 };
    expect(renewalWindow("agent", issued, DAY_MS)).toEqual(renewalWindow("agent", issued));
    const renewed = firstSlots({ ...certificate, ...issued }, issued.issuedAt);
    expect(certificateStatus("agent", renewed, 2 * DAY_MS, DAY_MS)).toBe("valid");
  });
});

it("a certificate issued at the very moment of `renewBefore` counts as issued after it", () => {
  const issued = { ...dates, issuedAt: DAY_MS };
  expect(renewalWindow("agent", issued, DAY_MS)).toEqual(renewalWindow("agent", issued));
  expect(renewalWindow("agent", issued, DAY_MS + 1).at).toBe(DAY_MS + 1);
});

it("a certificate is expiring from the start of its last tenth", () => {
  expect(expiringFrom({ notBefore: DAY_MS, notAfter: 101 * DAY_MS })).toBe(91 * DAY_MS);
});

describe("certificateStatus", () => {
  const { at } = renewalWindow("agent", dates);
  it.each([
    ["valid", Math.floor(at) - 1, "valid"],
    ["at its renewal moment", Math.ceil(at), "renewal_due"],
    ["in the last tenth, at its start", expiringFrom(dates), "renewal_due"],
    ["in the last tenth", expiringFrom(dates) + 1, "expiring"],
    ["at its end", dates.notAfter, "expiring"],
    ["after its end", dates.notAfter + 1, "expired"],
  ])("%s", (_name, now, expected) => {
    expect(certificateStatus("agent", slots, now)).toBe(expected);
  });

  it("is renewal_due from the very moment of `renewBefore`", () => {
    expect(certificateStatus("agent", slots, DAY_MS - 1, DAY_MS)).toBe("valid");
    expect(certificateStatus("agent", slots, DAY_MS, DAY_MS)).toBe("renewal_due");
  });

  it("is pending_activation while a new certificate waits, unless the current one has expired", () => {
    const waiting = placeIssued(slots, certificate, at);
    expect(certificateStatus("agent", waiting, at)).toBe("pending_activation");
    expect(certificateStatus("agent", waiting, dates.notAfter + 1)).toBe("expired");
  });
});
