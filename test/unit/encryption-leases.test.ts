import { expect, it } from "vitest";
import { KeyringLeases } from "../../src/encryption/lease/keyring-leases.ts";
import { MAX_LEASES } from "../../src/encryption/lease/terms.ts";

it("the lease that was not used for longest makes room, and one in use stays", () => {
  const leases = new KeyringLeases();
  const busy = leases.of("busy");
  const idle = leases.of("idle");
  expect(leases.of("busy")).toBe(busy);
  for (let at = 0; at < MAX_LEASES - 1; at += 1) {
    leases.of(`tenant-${at}`);
    leases.of(`tenant-${at}`);
  }
  expect(leases.of("busy")).toBe(busy);
  expect(leases.of("idle")).not.toBe(idle);
});
