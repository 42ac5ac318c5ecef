import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import {
  aCaller,
  aName,
  anotherIsolate,
  aSource,
  upload,
  type Caller,
} from "../../support/intel.ts";

const PATIENCE_MS = 10_000;

/** A cold isolate that records its calls in `order`; each waits for its promise of `holdBack`. */
function coldIsolate(order: string[], holdBack: Record<string, () => Promise<void>>) {
  const noted = async (name: string) => {
    order.push(name);
    await holdBack[name]?.();
  };
  const get = async (...given: Parameters<R2Bucket["get"]>) => {
    await noted("index");
    return env.OBJECTS.get(...given);
  };
  const gate = new Proxy(env.TENANT_GATE, {
    get(target, name) {
      if (name !== "get") return Reflect.get(target, name).bind(target) as unknown;
      return (...given: Parameters<typeof target.get>) => ({
        lease: async (...request: Parameters<ReturnType<typeof target.get>["lease"]>) => {
          await noted("lease");
          return target.get(...given).lease(...request);
        },
      });
    },
  });
  const store = { get } as unknown as Partial<R2Bucket>;
  return anotherIsolate({}, store, { TENANT_GATE: gate });
}

/** Resolves once the named call is made too, or after PATIENCE_MS. */
function until(order: string[], name: string) {
  return async () => {
    const end = Date.now() + PATIENCE_MS;
    while (!order.includes(name) && Date.now() < end) await scheduler.wait(5);
    order.push(`${name} was${order.includes(name) ? "" : " not"} under way`);
  };
}

async function askFrom(isolate: ReturnType<typeof anotherIsolate>, caller: Caller, key?: string) {
  const headers = key === undefined ? caller.headers : { ...caller.headers, "x-api-key": key };
  return isolate.request("/api/v1/ipsearch?value=192.0.2.1", { headers });
}

describe("the first look-up of a cold isolate", () => {
  it("loads the index while the caller's lease is taken", async () => {
    const caller = await aCaller();
    const order: string[] = [];
    const isolate = coldIsolate(order, { lease: until(order, "index") });
    expect((await askFrom(isolate, caller)).status).toBe(200);
    expect(order).toContain("index was under way");
  });

  it("401 for an unknown key, without loading the index or taking a lease", async () => {
    const caller = await aCaller();
    const order: string[] = [];
    const isolate = coldIsolate(order, {});
    const last = caller.key.endsWith("A") ? "B" : "A";
    const answer = await askFrom(isolate, caller, `${caller.key.slice(0, -1)}${last}`);
    expect(answer.status).toBe(401);
    expect(order).toEqual([]);
  });
});

describe("a second isolate of the same data centre", () => {
  it("reads only the manifest from the store", async () => {
    const source = await aSource();
    const name = aName();
    await upload(source, name);
    const caller = await aCaller();
    const path = `/api/v1/dnssearch?value=${name}`;
    const first = await anotherIsolate().request(path, { headers: caller.headers });
    const files: string[] = [];
    const get = async (...given: Parameters<R2Bucket["get"]>) => {
      files.push(given[0]);
      return env.OBJECTS.get(...given);
    };
    const store = { get } as unknown as Partial<R2Bucket>;
    const second = await anotherIsolate({}, store).request(path, { headers: caller.headers });
    expect(await second.json()).toEqual(await first.json());
    expect(files).toEqual(["intel/manifest.json"]);
  });
});
