import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decryptBatch } from "../../src/encryption/batch/decrypt-batch.ts";
import { changeKeySettings } from "../../src/encryption/change-key-settings.ts";
import { changeVersion } from "../../src/encryption/change-version.ts";
import { encryptField } from "../../src/encryption/index.ts";
import { rotateKey } from "../../src/encryption/rotate.ts";
import { isRefusal, settle } from "../../src/http/index.ts";
import { aFaultyKeyring, FAULTS } from "../support/faulty-keyring.ts";
import { BY, type Isolate } from "../support/keyring.ts";
import { rounds } from "../support/rounds.ts";

const LEASE = 15_000;
const WAITS = [1, 2_500, 7_000, LEASE];
const CHANGES = ["disable", "enable", "destroy"] as const;

const some = (does: string, most: number) =>
  fc.record({ does: fc.constant(does), n: fc.nat(most), isolate: fc.nat(1) });
const WEIGHTS = { wait: 5, seal: 4, open: 3, rotate: 3, disable: 3, destroy: 2, way: 2, fault: 2 };
const step = fc.oneof(
  ...Object.entries({ ...WEIGHTS, enable: 1, minimum: 1 }).map(([does, weight]) => ({
    weight,
    arbitrary: some(does, does === "wait" ? WAITS.length - 1 : 5),
  })),
);

type World = Awaited<ReturnType<typeof aFaultyKeyring>>;
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function seal(world: World, at: number, sealed: string[]) {
  const from = world.clock.at;
  const { access } = world.isolates[at] as Isolate;
  const outcome = await encryptField(access, world.tenantId, { value: "value" });
  if (isRefusal(outcome)) {
    expect([outcome.error, world.mayFail(from)]).toEqual(["encryption_unavailable", true]);
    return;
  }
  const { keyVersion: version } = outcome;
  const held = world.within(from, world.clock.at);
  expect(held.some(({ current, minimum }) => current === version && version >= minimum)).toBe(true);
  sealed.push(outcome.encrypted);
}

const STATE_OF: Record<string, string[]> = {
  none: ["active", "decrypt_only"],
  key_version_disabled: ["disabled"],
  key_version_destroyed: ["destroyed"],
};

async function open(world: World, at: number, sealed: readonly string[]) {
  const from = world.clock.at;
  const gone = new Map(world.past.at(-1)?.states);
  const { access } = world.isolates[at] as Isolate;
  const items = sealed.map((encrypted) => ({ encrypted }));
  const results = await decryptBatch(access, world.tenantId, items, BY);
  if (isRefusal(results)) {
    expect([results.error, world.mayFail(from)]).toEqual(["encryption_unavailable", true]);
    return;
  }
  const held = world.within(from, world.clock.at);
  for (const [n, result] of results.entries()) {
    const version = Number(sealed[n]?.split(".")[1]);
    const error = result.ok ? "none" : (result.error?.error ?? "");
    const states = held.map(({ states }) => states.get(version));
    expect(states.some((state) => STATE_OF[error]?.includes(state ?? ""))).toBe(true);
    if (gone.get(version) === "destroyed") expect(error).not.toBe("none");
  }
}

async function run(steps: readonly Step[]) {
  const world = await aFaultyKeyring();
  const { clock, tenantId, cut, faults, isolates, past, quiet } = world;
  const sealed: string[] = [];
  const going: Promise<unknown>[] = [];
  const start = (call: Promise<unknown>) => {
    going.push(call);
    // It is waited for at the end.
    call.catch(() => {});
  };
  const pass = async (ms: number) => {
    clock.pass(ms);
    await quiet();
  };
  for (const { does, n, isolate } of steps) {
    const { access } = isolates[isolate] as Isolate;
    const version = 1 + (n % (past.at(-1)?.current ?? 1));
    const change = CHANGES.find((one) => one === does);
    if (does === "wait") await pass(WAITS[n] ?? 0);
    else if (does === "fault") faults[isolate]?.push(FAULTS[n % FAULTS.length] ?? "lost answer");
    else if (does === "way") cut[isolate] = !cut[isolate];
    else if (does === "seal") start(seal(world, isolate, sealed));
    else if (does === "open") start(open(world, isolate, [...sealed]));
    else if (does === "rotate") start(rotateKey(access, tenantId, BY));
    else if (change) start(changeVersion(access, tenantId, version, change, BY));
    else start(changeKeySettings(access, tenantId, { minEncryptionVersion: version }, BY));
    await quiet();
  }
  for (const list of faults) list.splice(0);
  cut.fill(false);
  for (let turn = 0; turn < 4; turn += 1) await pass(LEASE);
  await Promise.all(going);
  for (const at of [0, 1]) {
    await open(world, at, sealed);
    const { keyVersion } = settle(
      await encryptField((isolates[at] as Isolate).access, tenantId, { value: "x" }),
    );
    expect(keyVersion).toBe(past.at(-1)?.current);
  }
  expect(past.at(-1)?.states.size).toBe(past.at(-1)?.current);
}

describe("a tenant's key in any order of changes, calls and faults, on two isolates", () => {
  it("encrypts and decrypts as the keyring allowed within one lease, and decrypts nothing destroyed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: "max" }), run),
      { numRuns: rounds(25) },
    );
  });
});
