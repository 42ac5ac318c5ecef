import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IssuedCertificate } from "../../../src/certificates/issuer.ts";
import { DAY_MS } from "../../../src/platform/index.ts";
import {
  admitCertificate,
  type CertificateUse,
} from "../../../src/certificates/admit-certificate.ts";
import {
  fingerprintsOf,
  firstSlots,
  MAX_SUPERSEDED,
  placeIssued,
  replayedRotation,
  type Slots,
} from "../../../src/certificates/slots.ts";

const SUPERSEDED_GRACE_MS = 600_000;
const PENDING_LAPSES_MS = 7 * DAY_MS;
const RECOVERY_WINDOW_MS = 30 * DAY_MS;
const MAX_RECOVERIES = 3;
const T0 = Date.UTC(2026, 0, 1);
const USES: CertificateUse[] = ["check_in", "events", "me", "rotate", "deregister", "revoked"];

function issued(name: string, at = T0, key = `key-${name}`): IssuedCertificate {
  return {
    pem: `pem-${name}`,
    chainPem: "chain",
    fingerprint: name,
    keyFingerprint: key,
    serial: name,
    notBefore: at,
    notAfter: at + 30 * DAY_MS,
    reference: null,
  };
}

const one = firstSlots(issued("a"), T0);
const two = placeIssued(one, issued("b"), T0);
const rotated = admitCertificate(two, { fingerprint: "b", use: "check_in", now: T0 }).slots;
const end = one.current.notAfter;
const usedAt = (now: number) => {
  const placed = placeIssued(one, issued("b", now), now);
  return admitCertificate(placed, { fingerprint: "b", use: "check_in", now }).slots;
};
const [late, recovered] = [usedAt(end - 1), usedAt(end + 1)];

describe("admitCertificate", () => {
  it.each<[string, Slots, string, CertificateUse, number, string]>([
    ["the current one", one, "a", "check_in", T0, "ok"],
    ["the current one while another is pending", two, "a", "events", T0, "ok"],
    ["the pending one", two, "b", "me", T0, "ok"],
    ["an unknown one", two, "x", "check_in", T0, "certificate_unknown"],
    ["a superseded one in its grace", rotated, "a", "check_in", T0 + SUPERSEDED_GRACE_MS, "ok"],
    ["a superseded one for events", rotated, "a", "events", T0 + SUPERSEDED_GRACE_MS, "ok"],
    ["a superseded one for me", rotated, "a", "me", T0 + SUPERSEDED_GRACE_MS, "ok"],
    ["a superseded one that rotates", rotated, "a", "rotate", T0, "certificate_superseded"],
    ["a superseded one that leaves", rotated, "a", "deregister", T0, "certificate_superseded"],
    [
      "a superseded one after its grace",
      rotated,
      "a",
      "check_in",
      T0 + SUPERSEDED_GRACE_MS + 1,
      "certificate_superseded",
    ],
    ["a superseded one in its own last moment", late, "a", "check_in", end, "ok"],
    ["a superseded one that has expired", late, "a", "me", end + 1, "certificate_superseded"],
    ["a superseded one after a recovery", recovered, "a", "me", end + 2, "certificate_superseded"],
    ["a pending one in its last moment", two, "b", "me", T0 + PENDING_LAPSES_MS, "ok"],
    ["a lapsed one", two, "b", "me", T0 + PENDING_LAPSES_MS + 1, "certificate_unknown"],
    ["an expiring one in its last moment", one, "a", "check_in", end, "ok"],
    ["an expired one", one, "a", "check_in", end + 1, "certificate_expired"],
    ["an expired one that rotates", one, "a", "rotate", end + RECOVERY_WINDOW_MS, "ok"],
    [
      "an expired one that rotates late",
      one,
      "a",
      "rotate",
      end + RECOVERY_WINDOW_MS + 1,
      "re_enroll",
    ],
    ["an expired one that deregisters", one, "a", "deregister", end + 1, "certificate_expired"],
  ])("%s", (_name, slots, fingerprint, use, now, expected) => {
    const { refusal } = admitCertificate(slots, { fingerprint, use, now });
    expect(refusal?.error ?? "ok").toBe(expected);
    if (refusal !== undefined) {
      expect(refusal.status).toBe(401);
      expect(refusal.action).toBeDefined();
    }
  });

  it("flags the refused use of a superseded certificate, and nothing else", () => {
    const late = T0 + SUPERSEDED_GRACE_MS + 1;
    const flag = (fingerprint: string, use: CertificateUse, now: number) =>
      admitCertificate(rotated, { fingerprint, use, now }).conflict;
    expect(flag("a", "check_in", late)).toBe(true);
    expect(flag("a", "rotate", T0)).toBe(true);
    expect(flag("a", "check_in", T0)).toBe(false);
    expect(flag("x", "check_in", late)).toBe(false);
  });

  it("does not flag a refused rotation that repeats the key in use within the grace", () => {
    const asks = (nextKey: string, now = T0, slots = rotated) => {
      const asked = { fingerprint: "a", use: "rotate" as const, now, nextKey };
      const { conflict, refusal } = admitCertificate(slots, asked);
      expect(refusal?.error).toBe("certificate_superseded");
      return conflict;
    };
    expect(asks("key-b", T0 + SUPERSEDED_GRACE_MS)).toBe(false);
    expect(asks("key-b", T0 + SUPERSEDED_GRACE_MS + 1)).toBe(true);
    expect(asks("key-c")).toBe(true);
    // A copy has the old key too, so asking for that key again proves nothing.
    const placed = placeIssued(one, issued("b", T0, "key-a"), T0);
    const same = admitCertificate(placed, { fingerprint: "b", use: "me", now: T0 }).slots;
    expect(asks("key-a", T0, same)).toBe(true);
    const older = { ...rotated, superseded: [{ fingerprint: "a", since: T0 }] };
    expect(asks("key-b", T0, older)).toBe(true);
  });

  it("flags a forgotten certificate that began before the current one, not one that was never used", () => {
    const at = T0 + 20 * DAY_MS;
    const now = at + PENDING_LAPSES_MS + 1;
    const slots = placeIssued(firstSlots(issued("j", at), at), issued("k", at + 2_000), at + 2_000);
    const asked = (notBefore: number, use: CertificateUse = "check_in") => {
      const { conflict, refusal } = admitCertificate(slots, {
        fingerprint: "a",
        use,
        now,
        notBefore,
      });
      return `${conflict} ${refusal?.error}`;
    };
    for (const use of USES) expect(asked(T0, use)).toBe("true certificate_unknown");
    expect(asked(at - 1)).toBe("true certificate_unknown");
    // Lapsed, or replaced before it was used: a lost answer raises no flag.
    for (const later of [at, at + 1_000, at + 3_000]) {
      expect(asked(later)).toBe("false certificate_unknown");
    }
  });

  it("makes the pending certificate current and remembers the other as superseded", () => {
    expect(fingerprintsOf(two)).toEqual(["a", "b"]);
    expect(fingerprintsOf(rotated)).toEqual(["b"]);
    expect(rotated.superseded).toEqual([{ fingerprint: "a", keyFingerprint: "key-a", since: T0 }]);
  });

  it("reports a change only when the pending certificate is used", () => {
    const changed = (slots: Slots, fingerprint: string) =>
      admitCertificate(slots, { fingerprint, use: "check_in", now: T0 }).changed;
    expect(changed(one, "a")).toBe(false);
    expect(changed(two, "a")).toBe(false);
    expect(changed(two, "b")).toBe(true);
  });

  it("asks for re-enrolment after the last allowed recovery", () => {
    let slots = one;
    for (let turn = 0; turn < MAX_RECOVERIES; turn += 1) {
      const now = slots.current.notAfter + DAY_MS;
      const { fingerprint } = slots.current;
      expect(admitCertificate(slots, { fingerprint, use: "rotate", now }).refusal).toBeUndefined();
      slots = placeIssued(slots, issued(`r${turn}`, now), now);
      slots = admitCertificate(slots, { fingerprint: `r${turn}`, use: "me", now }).slots;
    }
    const now = slots.current.notAfter + 1;
    const { fingerprint } = slots.current;
    const last = admitCertificate(slots, { fingerprint, use: "rotate", now });
    expect(last.refusal?.error).toBe("re_enroll");
    expect(last.refusal?.action).toBe("re_enroll");
  });

  it("repeats a rotation for its own key whether or not the certificate may still recover", () => {
    const spent: Slots = { ...two, recoveries: MAX_RECOVERIES };
    const ask = (use: CertificateUse, nextKey?: string, now = end + 1) => {
      const asked = { fingerprint: "a", use, now, ...(nextKey === undefined ? {} : { nextKey }) };
      // Issued just before the end, so it has not lapsed.
      const pending = { ...issued("b", end - 1), issuedAt: end - 1 };
      return admitCertificate({ ...spent, pending }, asked).refusal?.error ?? "ok";
    };
    expect(ask("rotate", "key-b")).toBe("ok");
    expect(ask("rotate", "key-b", end + PENDING_LAPSES_MS)).toBe("re_enroll");
    expect(ask("rotate", "key-c")).toBe("re_enroll");
    expect(ask("rotate")).toBe("re_enroll");
    expect(ask("check_in")).toBe("certificate_expired");
  });

  it("counts a recovery once, however many of its answers are lost", () => {
    const now = end + DAY_MS;
    const recover = (slots: Slots, fingerprint: string) => {
      const admitted = admitCertificate(slots, { fingerprint, use: "rotate", now });
      expect(admitted.refusal).toBeUndefined();
      return admitted.slots;
    };
    let slots: Slots = { ...one, recoveries: MAX_RECOVERIES - 1 };
    for (const name of ["r1", "r2", "r3"]) {
      slots = placeIssued(recover(slots, "a"), issued(name, now), now);
      expect(replayedRotation(recover(slots, "a"), `key-${name}`, now)?.fingerprint).toBe(name);
    }
    expect(slots.recoveries).toBe(MAX_RECOVERIES);
    const other = admitCertificate(slots, { fingerprint: "a", use: "check_in", now });
    expect(other.refusal?.error).toBe("certificate_expired");
  });
});

describe("rotation", () => {
  it("replays the pending certificate for the same key only", () => {
    expect(replayedRotation(two, "key-b", T0)?.fingerprint).toBe("b");
    expect(replayedRotation(two, "key-c", T0)).toBeNull();
    expect(replayedRotation(one, "key-a", T0)).toBeNull();
  });

  it("does not replay an expired certificate", () => {
    const { notAfter = 0 } = two.pending ?? {};
    expect(replayedRotation(two, "key-b", notAfter)?.fingerprint).toBe("b");
    expect(replayedRotation(two, "key-b", notAfter + 1)).toBeNull();
  });

  it("notes which certificates to revoke and from when, none that is held or in its grace", () => {
    const named = (name: string, at = T0) => ({ ...issued(name, at), reference: `ref-${name}` });
    const noted = ({ replaced = [] }: Slots) =>
      replaced.map(({ reference, from }) => [reference, from - T0]);
    const use = (slots: Slots, fingerprint: string, now = T0) =>
      admitCertificate(slots, { fingerprint, use: "me", now }).slots;
    const placed = placeIssued(firstSlots(named("a"), T0), named("b"), T0);
    expect(noted(placed)).toEqual([]);
    expect(noted(placeIssued(placed, named("c"), T0 + 1))).toEqual([["ref-b", 1]]);
    expect(noted(placeIssued(placed, named("b"), T0 + 1))).toEqual([]);
    expect(noted(use(placed, "b"))).toEqual([["ref-a", SUPERSEDED_GRACE_MS + 1]]);
    const lapsed = PENDING_LAPSES_MS + 1;
    expect(noted(use(placed, "a", T0 + lapsed))).toEqual([["ref-b", lapsed]]);
    expect(noted(use(placeIssued(placed, named("a"), T0 + 1), "a"))).toEqual([["ref-b", 1]]);
    // Given once more by its CA, for the key that it was given for.
    expect(noted(placeIssued(use(placed, "b"), named("a"), T0 + 1))).toEqual([]);
    expect(noted(rotated)).toEqual([]);
  });

  it("changes nothing when a current or pending certificate is shown as revoked", () => {
    const shown = (slots: Slots, fingerprint: string, now = T0) =>
      admitCertificate(slots, { fingerprint, use: "revoked", now });
    const known = { changed: false, conflict: false, refusal: undefined };
    expect(shown(two, "b")).toEqual({ slots: two, ...known });
    expect(shown(two, "a")).toEqual({ slots: two, ...known });
    expect(shown(one, "a", end + 1)).toEqual({ slots: one, ...known });
    expect(shown(rotated, "a").conflict).toBe(true);
  });

  it("leaves at most two certificates that can rotate, after any sequence of steps", () => {
    const step = fc.record({
      issue: fc.boolean(),
      use: fc.constantFrom(...USES),
      pick: fc.nat(30),
      wait: fc.integer({ min: 0, max: 3 * DAY_MS }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let slots = one;
        let now = T0;
        const names = ["a"];
        for (const { issue, use, pick, wait } of steps) {
          now += wait;
          if (issue) {
            names.push(`n${names.length}`);
            slots = placeIssued(slots, issued(names.at(-1) ?? "", now), now);
          }
          const fingerprint = names[pick % names.length] ?? "a";
          slots = admitCertificate(slots, { fingerprint, use, now }).slots;
          const able = names.filter(
            (name) =>
              admitCertificate(slots, { fingerprint: name, use: "rotate", now }).refusal ===
              undefined,
          );
          expect(able.length).toBeLessThanOrEqual(2);
          expect(slots.superseded.length).toBeLessThanOrEqual(MAX_SUPERSEDED);
        }
      }),
    );
  });

  it("remembers the certificates superseded last", () => {
    let slots = one;
    const names = Array.from({ length: MAX_SUPERSEDED + 2 }, (_, at) => `n${at}`);
    for (const name of names) {
      const placed = placeIssued(slots, issued(name), T0);
      slots = admitCertificate(placed, { fingerprint: name, use: "check_in", now: T0 }).slots;
    }
    const remembered = slots.superseded.map(({ fingerprint }) => fingerprint);
    expect(remembered).toEqual(names.slice(1, -1).toReversed());
  });

  it("counts as a recovery only once the current certificate has expired", () => {
    expect(placeIssued(one, issued("b", end), end).recoveries).toBe(0);
    expect(placeIssued(one, issued("b", end + 1), end + 1).recoveries).toBe(1);
  });

  it("still admits the current certificate after fifty lost answers", () => {
    let slots = one;
    for (let turn = 0; turn < 50; turn += 1) {
      const now = T0 + turn * 1000;
      const key = `key-${turn % 5}`;
      if (replayedRotation(slots, key, now) === null) {
        slots = placeIssued(slots, issued(`lost-${turn}`, now, key), now);
      }
      const still = admitCertificate(slots, { fingerprint: "a", use: "rotate", now });
      expect(still.refusal).toBeUndefined();
    }
  });
});
