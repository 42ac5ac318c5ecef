import { expect, it } from "vitest";
import { call } from "../support/call.ts";
import { aFeed, aName, upload } from "../support/intel.ts";
import { anOperator } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

it("puts an earlier edition of a feed back from the source's page, for those who may change sources", async () => {
  const source = await aFeed({ title: "Own list" }, [aName(), aName()]);
  const page = `/portal/sources/${source}`;
  const owner = await aVisitor("owner");
  const textOf = async (who: typeof owner) => (await who.get(page)).text();
  expect(await textOf(owner)).not.toContain("Earlier editions");
  expect((await upload(source, `${aName()}\n`)).status).toBe(200);
  const shown = await textOf(owner);
  const [, action = ""] = /action="(\/portal\/sources\/[^"]+\/restore)"/.exec(shown) ?? [];
  expect(shown).toContain("Earlier editions");
  const watcher = await aVisitor("viewer");
  expect(await textOf(watcher)).not.toContain(action);
  expect((await watcher.post(action)).status).toBe(403);
  const sent = await owner.post(action);
  expect([sent.status, sent.headers.get("location")]).toEqual([303, page]);
  const answer = await call("GET", "/admin/intel/sources", { as: await anOperator() });
  const { items } = await answer.json<{ items: { id: string; rows: number }[] }>();
  expect(items.find(({ id }) => id === source)).toMatchObject({ rows: 2, refresh: false });
  expect((await owner.post(`${page}/editions/no/restore`)).status).toBe(404);
});
