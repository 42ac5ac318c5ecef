import { expect, it } from "vitest";
import { GrantedKeys } from "../../src/encryption/lease/granted-keys.ts";
import { KeyringLeases } from "../../src/encryption/lease/keyring-leases.ts";
import { MAX_LEASES } from "../../src/encryption/lease/terms.ts";
import { versionKey } from "../../src/encryption/suite/field.ts";
import { xaesKeyFrom } from "../support/xaes-key.ts";

it("the lease unused for longest is dropped when there are too many, and one in use stays", () => {
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

it("a message key seals 4,096 messages, of one key version only", async () => {
  const xaes = await xaesKeyFrom(new Uint8Array(32));
  const version = (number: number) => versionKey("t", number, { keyId: new Uint8Array(4), xaes });
  const grant = { salt: new Uint8Array(32), current: 2, minimum: 1, states: [], keys: [] };
  const roots = { current: 1, byId: new Map() };
  const held = new GrantedKeys("t", grant, { askedAt: 0, endsAt: 15_000 }, roots);
  const [one, two] = [version(1), version(2)];
  const first = await held.messageKey(one, 4_095);
  expect(await held.messageKey(one)).toBe(first);
  const next = await held.messageKey(one);
  expect(next).not.toBe(first);
  expect((await held.messageKey(two)).version).toBe(two);
});
