import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetLists } from "../../../src/intel/recall-knowledge.ts";
import { aCaller, anAddress, anotherIsolate, type Caller, entry } from "../../support/intel.ts";

interface Changes {
  new: { value: string }[] | null;
  deleted: { value: string }[] | null;
}

const NONE = { new: null, deleted: null };
const BROKEN = "put: We encountered an internal error. (10001)";
type Put = Parameters<R2Bucket["put"]>;

describe("a bouncer that may have missed the answer to its poll", () => {
  let caller: Caller;
  let denied: string;
  let slowness = 0;
  /** How each of the next writes of the bouncer's note ends; later ones succeed. */
  let fates: ((...file: Put) => Promise<R2Object | null>)[] = [];

  beforeEach(async () => {
    [caller, denied, slowness, fates] = [await aCaller(), anAddress(), 0, []];
    expect(await poll()).toMatchObject({ deleted: null });
    await entry(caller, "deny", denied);
  });

  const isNote = (file: string) => file.startsWith("intel/bouncers/");
  let late = 0;
  const isolate = anotherIsolate(
    { now: () => Date.now() + late },
    {
      get: async (file: string) => {
        if (isNote(file)) late += slowness;
        return env.OBJECTS.get(file);
      },
      put: (async (...file: Put) => {
        const fate = isNote(file[0]) ? fates.shift() : undefined;
        return fate === undefined ? env.OBJECTS.put(...file) : fate(...file);
      }) as R2Bucket["put"],
    },
  );

  async function poll(): Promise<Changes | number> {
    const headers = { "x-api-key": `${caller.tenantId}:${caller.key}` };
    const answer = await isolate.request("/v1/decisions/stream", { headers });
    return answer.status === 200 ? answer.json<Changes>() : answer.status;
  }

  async function remove(): Promise<void> {
    const gone = env.DB.prepare("DELETE FROM intel_entries WHERE tenant_id = ?");
    await gone.bind(caller.tenantId).run();
    forgetLists(caller.tenantId);
  }

  const told = () => ({ new: [{ value: denied }], deleted: null });

  it("gets the changes once more, and only once, if its note took long to read", async () => {
    slowness = 5_000;
    expect(await poll()).toMatchObject(told());
    expect(await poll()).toMatchObject(told());
    expect(await poll()).toEqual(NONE);
    await remove();
    const taken = { new: null, deleted: [{ value: denied }] };
    expect(await poll()).toMatchObject(taken);
    expect(await poll()).toMatchObject(taken);
    expect(await poll()).toEqual(NONE);
  });

  const keepSlowly = async (...file: Put) => {
    late += 5_000;
    return env.OBJECTS.put(...file);
  };

  it("gets the changes once more, and only once, if R2 took long to store its note", async () => {
    fates = [keepSlowly];
    expect(await poll()).toMatchObject(told());
    expect(await poll()).toMatchObject(told());
    expect(await poll()).toEqual(NONE);
  });

  it("gets the changes, but not again, if R2 took long to store its note and fails to store the doubt", async () => {
    fates = [
      keepSlowly,
      async () => {
        throw new Error(BROKEN);
      },
    ];
    expect(await poll()).toMatchObject(told());
    expect(await poll()).toEqual(NONE);
  });

  it("gets the deletion, once, of a decision whose announcement it may have missed", async () => {
    slowness = 5_000;
    expect(await poll()).toMatchObject(told());
    await remove();
    expect(await poll()).toMatchObject({ new: null, deleted: [{ value: denied }] });
    expect(await poll()).toEqual(NONE);
  });

  it("gets a decision again that came back after a deletion that it may have missed", async () => {
    expect(await poll()).toMatchObject(told());
    await remove();
    slowness = 5_000;
    expect(await poll()).toMatchObject({ new: null, deleted: [{ value: denied }] });
    await entry(caller, "deny", denied);
    expect(await poll()).toMatchObject(told());
    expect(await poll()).toEqual(NONE);
  });

  it("gets the changes again if the note's write failed and reached R2 only later", async () => {
    let land: (() => Promise<unknown>) | undefined;
    fates = [
      async (...file) => {
        land = () => env.OBJECTS.put(...file);
        throw new Error(BROKEN);
      },
    ];
    expect(await poll()).toMatchObject(told());
    await land?.();
    expect(await poll()).toMatchObject(told());
    expect(await poll()).toEqual(NONE);
  });
});
