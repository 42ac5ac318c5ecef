import { abortAllDurableObjects, createExecutionContext } from "cloudflare:test";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TenantId } from "../../src/access/index.ts";
import { createApp } from "../../src/app.ts";
import { changeKeySettings } from "../../src/encryption/change-key-settings.ts";
import { decryptField, encryptField } from "../../src/encryption/index.ts";
import { decryptionFailed } from "../../src/encryption/refusals.ts";
import { rotateKey } from "../../src/encryption/rotate.ts";
import { MAX_MESSAGES } from "../../src/encryption/suite/field.ts";
import { settle } from "../../src/http/index.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { aKeyedTenant, BY, Clock, Isolate } from "../support/keyring.ts";
import { aServiceKey } from "../support/people.ts";
import { rounds } from "../support/rounds.ts";

const text = fc.string({ unit: "binary", maxLength: 60 });
const context = fc.option(text, { nil: undefined });

async function aPair() {
  const clock = new Clock();
  const [tenantId, other] = [await aKeyedTenant(clock), await aKeyedTenant(clock)];
  const isolate = new Isolate(clock);
  settle(await rotateKey(isolate.access, tenantId, BY));
  return { clock, tenantId, other, isolate, access: isolate.access };
}

describe("a ciphertext", () => {
  it("gives the same 400 for any single flipped bit and for another tenant, version or context", async () => {
    const { tenantId, other, access } = await aPair();
    const open = (tenant: TenantId, encrypted: string, said?: string) =>
      decryptField(access, tenant, { encrypted, context: said }, BY);
    await fc.assert(
      fc.asyncProperty(text, context, context, async (value, said, another) => {
        fc.pre(said !== another);
        const { encrypted } = settle(
          await encryptField(access, tenantId, { value, context: said }),
        );
        const encoded = encrypted.slice("fe1.2.".length);
        const bytes = Buffer.from(encoded, "base64url");
        const outcomes = [
          await open(tenantId, encrypted, another),
          await open(other, `fe1.1.${encoded}`, said),
          await open(tenantId, `fe1.1.${encoded}`, said),
        ];
        for (let bit = 0; bit < bytes.length * 8; bit += 1) {
          const turned = Buffer.from(bytes);
          turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          outcomes.push(await open(tenantId, `fe1.2.${turned.toString("base64url")}`, said));
        }
        for (const outcome of outcomes) expect(outcome).toEqual(decryptionFailed());
        expect(await open(tenantId, encrypted, said)).toBe(value);
      }),
      { numRuns: 4 },
    );
  });

  it("is refused with 400 when any single bit of its text is flipped", async () => {
    const { tenantId, access } = await aPair();
    const { encrypted } = settle(await encryptField(access, tenantId, { value: "secret" }));
    for (let bit = 0; bit < encrypted.length * 8; bit += 1) {
      const turned = Buffer.from(encrypted);
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const sealed = { encrypted: turned.toString("latin1") };
      expect(await decryptField(access, tenantId, sealed, BY)).toMatchObject({ status: 400 });
    }
  });

  it("is never produced twice, by two isolates and beyond the limit of one message key", async () => {
    const { clock, tenantId } = await aPair();
    const isolates = [new Isolate(clock), new Isolate(clock)];
    const sealed = new Set<string>();
    const starts = new Set<string>();
    const times = MAX_MESSAGES + 100;
    for (let turn = 0; turn < times; turn += 1) {
      for (const { access } of isolates) {
        const { encrypted } = settle(await encryptField(access, tenantId, { value: "one value" }));
        sealed.add(encrypted);
        const bytes = Buffer.from(encrypted.slice("fe1.2.".length), "base64url");
        starts.add(bytes.toString("hex", 4, 16));
      }
    }
    expect(sealed.size).toBe(2 * times);
    expect(starts.size).toBe(4);
  });
});

/** What can happen, weighted by how often it is listed. */
const KINDS = ["encrypt", "encrypt", "encrypt", "decrypt", "decrypt", "rotate", "raise", "die"];
const WAITS = [500, 4_000, 7_000, 15_000];
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom(...KINDS), at: fc.nat(2), n: fc.nat() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("wait"),
      at: fc.nat(2),
      n: fc.constantFrom(...WAITS),
    }),
  },
);

describe("three isolates, in any order of encrypts, decrypts, rotations, raised minimums and deaths", () => {
  it("decrypt everything, and encrypt nothing below a raised minimum once it takes effect", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const clock = new Clock();
        // The time that a keyring goes by when it starts again.
        clock.at = Date.now();
        const tenantId = await aKeyedTenant(clock);
        const isolates = [new Isolate(clock), new Isolate(clock), new Isolate(clock)];
        const sealed: { value: string; encrypted: string }[] = [];
        const raised: { minimum: number; binds: number }[] = [];
        let current = 1;
        for (const { kind, at, n } of steps) {
          const { access } = isolates[at] as Isolate;
          if (kind === "wait") clock.pass(n);
          if (kind === "die") await abortAllDurableObjects();
          if (kind === "rotate" || kind === "raise")
            current = settle(await rotateKey(access, tenantId, BY)).newVersion;
          if (kind === "raise") {
            const change = { minEncryptionVersion: current };
            const binds = settle(await changeKeySettings(access, tenantId, change, BY));
            raised.push({ minimum: current, binds });
          }
          if (kind === "encrypt") {
            const value = `value ${n}`;
            const made = settle(await encryptField(access, tenantId, { value }));
            sealed.push({ value, encrypted: made.encrypted });
            const least = raised.filter(({ binds }) => clock.at >= binds);
            for (const { minimum } of least) {
              expect(made.keyVersion).toBeGreaterThanOrEqual(minimum);
            }
          }
          const one = sealed[n % Math.max(1, sealed.length)];
          if (kind === "decrypt" && one !== undefined) {
            expect(await decryptField(access, tenantId, one, BY)).toBe(one.value);
          }
        }
      }),
      { numRuns: rounds(50) },
    );
  });
});

describe("the encryption API while the keyring fails", () => {
  /** The app with a clock of the test's own, over a keyring that can be taken away. */
  async function aKeyed() {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    const key = await aServiceKey();
    const app = createApp({ ...livePlatform, now: clock.now, log: () => {} });
    const post = async (path: string, body: object): Promise<Response> =>
      app.fetch(
        new Request(`http://rampart.test/encryption/${path}`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-internal-service-key": key },
          body: JSON.stringify({ tenantId, ...body }),
        }),
        { ...isolate.access.env },
        createExecutionContext(),
      );
    return { clock, isolate, post };
  }

  it("503 with Retry-After for every operation once the lease is over, without plaintext", async () => {
    const { clock, isolate, post } = await aKeyed();
    const sealed = await post("encrypt", { value: "plain as day" });
    const { encrypted } = await sealed.json<{ encrypted: string }>();
    isolate.broken = new Error("gone");
    expect((await post("decrypt", { encrypted })).status).toBe(200);
    clock.pass(15_000);
    for (const [path, body] of [
      ["encrypt", { value: "x" }],
      ["decrypt", { encrypted }],
      ["rewrap", { encrypted }],
      ["batch", { operation: "decrypt", items: [{ encrypted }] }],
      ["rotate-key", {}],
      ["provision-key", {}],
    ] as const) {
      const answer = await post(path, body);
      expect([path, answer.status]).toEqual([path, 503]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await answer.text()).not.toContain("plain as day");
    }
    isolate.broken = undefined;
    expect(await (await post("decrypt", { encrypted })).json()).toMatchObject({
      decrypted: "plain as day",
    });
  });

  it("answers only 200 or 503 while keyring objects are aborted under load", async () => {
    const { clock, post } = await aKeyed();
    const answers: Response[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      clock.pass(16_000);
      const some = Array.from({ length: 10 }, (_, at) => post("encrypt", { value: `${at}` }));
      await abortAllDurableObjects();
      answers.push(...(await Promise.all(some)));
    }
    const bodies = await Promise.all(
      answers.map((answer) => answer.json<{ encrypted?: string }>()),
    );
    const good = bodies.filter((_, at) => answers[at]?.status === 200);
    expect(
      answers.map(({ status }) => status).filter((code) => code !== 200 && code !== 503),
    ).toEqual([]);
    expect(good.length).toBeGreaterThan(0);
    for (const [at, { encrypted }] of bodies.entries()) {
      if (encrypted === undefined) continue;
      const opened = await post("decrypt", { encrypted });
      expect(await opened.json()).toMatchObject({ decrypted: `${at % 10}` });
    }
  });
});
