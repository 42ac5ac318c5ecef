import { describe, expect, it } from "vitest";
import { call } from "../../support/call.ts";
import { aCaller, aFeed, aName } from "../../support/intel.ts";
import { anOperator } from "../../support/people.ts";

const DOMAIN = "/api/v1/urlsearch?type=domain&value=";
const URL = "/api/v1/urlsearch?value=";

/** Asks look-ups for disposition and threat level. */
async function verdicts() {
  const caller = await aCaller();
  return async (path: string) => {
    const answer = await caller.get(path);
    const { disposition, threatLevel } = await answer.json<Record<string, unknown>>();
    return { disposition, threatLevel };
  };
}

describe("a line of a list that covers all names below its name", () => {
  it.each(["*.", ".", "||"])(
    "written with %s, lists a name below as it lists the name itself",
    async (mark) => {
      const name = aName();
      const line = mark === "||" ? `||${name}^` : `${mark}${name}`;
      await aFeed({}, [line]);
      const ask = await verdicts();
      const itself = { disposition: "malicious", threatLevel: 86 };
      expect(await ask(DOMAIN + name)).toEqual(itself);
      expect(await ask(`${DOMAIN}a.b.${name}`)).toEqual(itself);
      expect(await ask(`${URL}https://a.${name}/x`)).toEqual({ ...itself, threatLevel: 77 });
    },
  );

  it("differs from a line for the name alone in the same list, where a name below is only suspicious", async () => {
    const [alone, both, other] = [aName(), aName(), aName()];
    await aFeed({}, [alone, both, `*.${both}`, `*.${other}`]);
    const ask = await verdicts();
    const near = { disposition: "suspicious", threatLevel: 51 };
    expect(await ask(`${DOMAIN}a.${alone}`)).toEqual(near);
    expect(await ask(`${DOMAIN}a.${both}`)).toMatchObject({ disposition: "malicious" });
    expect(await ask(`${DOMAIN}a.${other}`)).toMatchObject({ disposition: "malicious" });
  });

  it("is shown as exact evidence in the explanation of a name below", async () => {
    const name = aName();
    const source = await aFeed({}, [`*.${name}`]);
    const path = `/admin/intel/explain?value=a.${name}`;
    const answer = await call("GET", path, { as: await anOperator() });
    const { evidence } = await answer.json<{ evidence: object[] }>();
    expect(evidence).toMatchObject([{ source, scope: "exact", specificity: 1 }]);
  });

  it("counts only as a near match for a name below if the list is of shared hosting names", async () => {
    const name = aName();
    await aFeed({ effect: "shared", category: "spam" }, [`*.${name}`]);
    const ask = await verdicts();
    const near = await ask(`${DOMAIN}a.${name}`);
    expect(near).toMatchObject({ threatLevel: 27 });
  });
});

it("a line for a suffix that a company owns is about that name alone, in look-ups and in the lists", async () => {
  const suffix = "cdn77-storage.com";
  await aFeed({}, [`*.${suffix}`, `bad.${suffix}`]);
  const ask = await verdicts();
  expect(await ask(DOMAIN + suffix)).toMatchObject({ disposition: "malicious" });
  expect(await ask(`${DOMAIN}bad.${suffix}`)).toMatchObject({ disposition: "malicious" });
  for (const path of [`${DOMAIN}me.${suffix}`, `${URL}https://me.${suffix}/x`]) {
    expect(await ask(path)).toEqual({ disposition: "unknown", threatLevel: 0 });
  }
  const caller = await aCaller();
  const linesOf = async (name: string) =>
    (await (await caller.get(`/api/v1/exports/${name}`)).text())
      .split("\n")
      .filter((line) => line.includes(suffix));
  expect(await linesOf("domain.txt")).toEqual([`bad.${suffix}`]);
  expect(await linesOf("rpz.zone")).toEqual(
    expect.arrayContaining([`${suffix} CNAME .`, `bad.${suffix} CNAME .`]),
  );
  expect(await linesOf("rpz.zone")).not.toContain(`*.${suffix} CNAME .`);
});
