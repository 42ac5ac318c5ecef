import { expect, it } from "vitest";
import { call } from "../support/call.ts";
import { aFeed, aName, aSource, upload } from "../support/intel.ts";
import { anOperator } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const ADDRESS = "https://feeds.example.test/list";

async function isFetched(source: string): Promise<boolean | undefined> {
  const answer = await call("GET", "/admin/intel/sources", { as: await anOperator() });
  const { items } = await answer.json<{ items: { id: string; refresh: boolean }[] }>();
  return items.find(({ id }) => id === source)?.refresh;
}

it("switches the fetching of a feed on and off on its page, for those who may change sources", async () => {
  const source = await aSource({ address: ADDRESS });
  const page = `/portal/sources/${source}`;
  const [owner, watcher] = [await aVisitor("owner"), await aVisitor("viewer")];
  const textOf = async (who: typeof owner) => (await who.get(page)).text();
  expect(await textOf(owner)).toContain(">Fetch it by itself<");
  expect(await textOf(watcher)).not.toContain("fetching");
  expect((await watcher.post(`${page}/fetching`, { to: "on" })).status).toBe(403);
  const on = await owner.post(`${page}/fetching`, { to: "on" });
  expect([on.status, on.headers.get("location")]).toEqual([303, page]);
  expect(await isFetched(source)).toBe(true);
  expect(await textOf(owner)).toContain(">Stop fetching it<");
  expect((await owner.post(`${page}/fetching`, { to: "off" })).status).toBe(303);
  expect(await isFetched(source)).toBe(false);
});

it("knows no fetching of a source that is not there", async () => {
  const owner = await aVisitor("owner");
  expect((await owner.post("/portal/sources/none/fetching", { to: "on" })).status).toBe(404);
});

it("offers to switch the fetching on after an earlier edition was put back", async () => {
  const source = await aFeed({ address: ADDRESS, refresh: true }, [aName()]);
  await upload(source, `${aName()}\n`);
  const page = `/portal/sources/${source}`;
  const owner = await aVisitor("owner");
  const shown = await (await owner.get(page)).text();
  expect(shown).toContain(">Stop fetching it<");
  const [action = ""] = /\/portal\/sources\/[^"]+\/restore/.exec(shown) ?? [];
  expect((await owner.post(action)).status).toBe(303);
  expect(await (await owner.get(page)).text()).toContain(">Fetch it by itself<");
});

it("speaks of no fetching where the source has no address to fetch from", async () => {
  const source = await aSource();
  const owner = await aVisitor("owner");
  const shown = await (await owner.get(`/portal/sources/${source}`)).text();
  expect(shown).not.toContain("etching");
});
