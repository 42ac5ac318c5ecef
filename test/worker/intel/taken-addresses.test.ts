import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { readManifest } from "../../../src/intel/segments/manifest.ts";
import { call } from "../../support/call.ts";
import { aName, aSource, upload } from "../../support/intel.ts";
import { anOperator } from "../../support/people.ts";

const SOURCES = "/admin/intel/sources";
const ADDRESS = "https://feeds.rampart.dev/list.txt";

interface Shown {
  id: string;
  address: string | null;
  refresh: boolean;
}

async function shown(id: string): Promise<Shown | undefined> {
  const answer = await call("GET", SOURCES, { as: await anOperator() });
  return (await answer.json<{ items: Shown[] }>()).items.find((one) => one.id === id);
}

async function change(id: string, body: object): Promise<Response> {
  return call("PATCH", `${SOURCES}/${id}`, { as: await anOperator(), body });
}

describe("PATCH of a source with null as its address", () => {
  it.each([
    ["that was made with one", async () => aSource({ address: ADDRESS, refresh: true })],
    [
      "that was given one later",
      async () => {
        const id = await aSource();
        await change(id, { address: ADDRESS, refresh: true });
        return id;
      },
    ],
    [
      "that has one built in",
      async () => {
        await change("feodo", { refresh: true });
        return "feodo";
      },
    ],
  ])(
    "200 and the source has none any more, and is no longer fetched: one %s",
    async (_which, make) => {
      const id = await make();
      const answer = await change(id, { address: null });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ address: null, refresh: false });
      expect((await change(id, { reliability: 0.5 })).status).toBe(200);
      expect(await shown(id)).toMatchObject({ address: null, refresh: false, reliability: 0.5 });
      expect((await change(id, { address: ADDRESS })).status).toBe(200);
      expect(await shown(id)).toMatchObject({ address: ADDRESS });
      expect((await call("DELETE", `${SOURCES}/${id}`, { as: await anOperator() })).status).toBe(
        204,
      );
    },
  );

  it("leaves what is loaded, and no address in the manifest; once more changes nothing", async () => {
    const id = await aSource({ address: ADDRESS });
    const name = aName();
    expect((await upload(id, name)).status).toBe(200);
    for (let times = 0; times < 2; times += 1) {
      expect((await change(id, { address: null })).status).toBe(200);
    }
    const { manifest } = await readManifest(env.OBJECTS);
    const live = manifest.entries.find(({ source }) => source.id === id);
    expect(live).toMatchObject({ rows: 1 });
    expect(live?.source).not.toHaveProperty("address");
    const lines = env.DB.prepare("SELECT detail FROM audit_log WHERE action = ? AND target = ?");
    const { results } = await lines.bind("intel.source_changed", id).all<{ detail: string }>();
    expect(results.map(({ detail }) => JSON.parse(detail) as unknown)).toEqual([{ address: null }]);
  });

  it("400 for an empty address: null says that there is none", async () => {
    expect((await change(await aSource(), { address: "" })).status).toBe(400);
  });
});
