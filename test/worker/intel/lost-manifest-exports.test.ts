import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { aCaller, aName, anotherIsolate, aSource, upload } from "../../support/intel.ts";

const real = env.OBJECTS;
const DAY_MS = 86_400_000;
const MANIFEST = "intel/manifest.json";

describe("an export of a warm isolate", () => {
  it("503, never an incomplete list, while the manifest is gone; complete once the manifest is back", async () => {
    const name = aName();
    await upload(await aSource(), name);
    let isGone = false;
    const get = async (file: string, options?: R2GetOptions) =>
      isGone && file === MANIFEST ? null : real.get(file, options ?? {});
    let now = Date.now();
    const isolate = anotherIsolate({ now: () => now }, { get });
    const { headers } = await aCaller();
    const ask = (path: string) => isolate.request(`/api/v1/${path}`, { headers });
    expect((await ask(`dnssearch?value=${name}`)).status).toBe(200);
    isGone = true;
    // The stored export of the day before no longer serves.
    now += DAY_MS;
    for (const file of ["domain.txt", "url.txt", "rpz.zone"]) {
      const answer = await ask(`exports/${file}`);
      expect([file, answer.status]).toEqual([file, 503]);
    }
    isGone = false;
    const answer = await ask("exports/domain.txt");
    expect((await answer.text()).split("\n")).toContain(name);
  });

  it.each(["exports/ip.txt", "exports/domain.txt", "decisions", "decisions/stream?startup=true"])(
    "503 for GET /api/v1/%s when the store fails though the index is warm",
    async (path) => {
      await upload(await aSource(), aName());
      let fails = false;
      const get = async (file: string, options?: R2GetOptions) => {
        if (fails) throw new Error("the store is away");
        return real.get(file, options ?? {});
      };
      const isolate = anotherIsolate({}, { get });
      const { headers } = await aCaller();
      const ask = (path: string) => isolate.request(`/api/v1/${path}`, { headers });
      expect((await ask("ipsearch?value=10.0.0.1")).status).toBe(200);
      fails = true;
      const answer = await ask(path);
      expect([answer.status, await answer.json()]).toMatchObject([503, {}]);
    },
  );
});
