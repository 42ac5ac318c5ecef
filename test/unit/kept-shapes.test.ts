import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Hono } from "hono";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { committed as model } from "../../scripts/eval/inspection/judge.ts";
import { json, serve, settle } from "../../src/http/index.ts";
import { valid } from "../../src/http/contract/index.ts";
import type { KeyAccess } from "../../src/encryption/key-access.ts";
import { KeyringLeases } from "../../src/encryption/lease/keyring-leases.ts";
import { openCiphertext, startOpening } from "../../src/encryption/open-ciphertext.ts";
import { inspect } from "../../src/inspection/inspect.ts";
import { readIndicator } from "../../src/intel/indicators/read-indicator.ts";
import { LiveIndex } from "../../src/intel/live/live-index.ts";
import { findEvidence } from "../../src/intel/lookup/find-evidence.ts";
import { quietKernel } from "../support/quiet-kernel.ts";

const SMALL = 1_000;
const LARGE = 100_000;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const app = new Hono();
let seen: WeakRef<object>[] = [];
const order = z.object({ text: z.string(), more: z.unknown() });
app.post("/", valid("json", order), (c) => {
  seen.push(new WeakRef(c), new WeakRef(c.req.valid("json").more as object));
  return json(c, {});
});
serve(app, quietKernel);

async function send(size: number): Promise<void> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ text: "a".repeat(size), more: { a: {} } });
  const answer = await app.request("/", { method: "POST", headers, body });
  expect(answer.status).toBe(200);
}

/** How many of the seen objects are left after the garbage collection. */
async function left(): Promise<number> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  collect();
  return seen.filter((one) => one.deref() !== undefined).length;
}

/** Judges a message by this knowledge, which may be an index and a tenant's lists of many megabytes. */
async function inspectBy(knowledge: { hosts: string[] }): Promise<void> {
  seen = [new WeakRef(knowledge)];
  const isListed = (host: string) => knowledge.hosts.includes(host);
  const standingOf = async () => undefined;
  const kinds = { isShortener: isListed, isLinkInBio: isListed, isDisposable: isListed };
  await inspect(
    { channel: "sms", sender: "1", body: "http://a.example" },
    {
      model,
      reputation: { isEmpty: false, standingOf, ...kinds },
      dictionaries: [],
      askModel: undefined,
      seenFrom: () => 1,
      now: 0,
    },
  );
}

describe("the memory after a call", () => {
  it("holds nothing of the call but its body, and that only until the next call", async () => {
    seen = [];
    await send(SMALL);
    expect(await left()).toBe(1);
    await send(SMALL);
    expect(await left()).toBe(1);
  });

  it("holds nothing of a large body", async () => {
    await send(SMALL);
    seen = [];
    await send(LARGE);
    expect(await left()).toBe(0);
  });
});

describe("the memory after an inspection", () => {
  it("does not hold the knowledge that the message was judged by", async () => {
    await inspectBy({ hosts: ["a.example"] });
    expect(await left()).toBe(0);
  });
});

describe("the memory after a look-up", () => {
  it("does not hold an index that a newer one has replaced", async () => {
    vi.stubGlobal("scheduler", {
      wait: async (ms: number) => (ms > 0 ? new Promise(() => undefined) : undefined),
    });
    let version = 0;
    const get = async () => {
      version += 1;
      const manifest = { version, entries: [] };
      return { body: {}, etag: String(version), json: async () => manifest };
    };
    const live = new LiveIndex({ get } as never, undefined, {} as never);
    const moment = { now: Date.now(), log: () => undefined, outlive: () => undefined };
    const lookUp = async () => {
      const index = settle(await live.current(moment));
      findEvidence(index, settle(readIndicator("domain", "a.example")), "secret");
      seen = [new WeakRef(index)];
    };
    await lookUp();
    await live.refresh(moment);
    vi.unstubAllGlobals();
    expect(await left()).toBe(0);
  });
});

describe("the memory after a decrypt", () => {
  it("holds neither the request nor a key that it asked for", async () => {
    const decrypt = async () => {
      const outlive = () => undefined;
      const access = {
        env: {},
        platform: { now: Date.now },
        leases: new KeyringLeases(),
        trail: { add: () => undefined },
        outlive,
        wait: async () => undefined,
      } as unknown as KeyAccess;
      const by = { actor: "t", requestId: "r" } as never;
      const opening = startOpening(access, "acme" as never, by, "decrypt");
      const encrypted = `fe1.1.${"A".repeat(120)}`;
      expect(await openCiphertext(opening, { encrypted })).toMatchObject({ status: 503 });
      seen = [new WeakRef(outlive), new WeakRef(opening.keys)];
    };
    await decrypt();
    expect(await left()).toBe(0);
  });
});
