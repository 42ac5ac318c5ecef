import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { anOperator, aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

async function removed(as: string, personId: string): Promise<[number, string?]> {
  const answer = await call("DELETE", `/admin/operators/${personId}`, { as });
  if (answer.status === 204) return [204];
  return [answer.status, (await answer.json<{ error: string }>()).error];
}

const standing = async () =>
  env.DB.prepare(
    "select count(*) as n from people where tenants is null and disabled_at is null",
  ).first<number>("n");

describe("the last operator", () => {
  let as: string;
  beforeEach(async () => {
    await env.DB.prepare("delete from people").run();
    as = await anOperator();
  });

  it("409 last_operator for a removal by the API or by the page, and access is kept", async () => {
    const ana = await aVisitor("owner");
    await aVisitor("owner", [await aTenant()]);
    expect(await removed(as, ana.personId)).toEqual([409, "last_operator"]);
    const page = await ana.post(`/portal/operators/${ana.personId}/remove`);
    expect(page.status).toBe(409);
    expect(await page.text()).toContain("An operator must stay");
    expect((await ana.get("/portal/account")).status).toBe(200);
  });

  it("409 for removing or demoting the last owner, even if operators of a lesser role are left", async () => {
    const ana = await aVisitor("owner");
    const luis = await aVisitor("security-admin");
    expect(await removed(as, ana.personId)).toEqual([409, "last_operator"]);
    const demoted = await ana.post(`/portal/operators/${ana.personId}/role`, { role: "viewer" });
    expect(demoted.status).toBe(409);
    expect(await removed(as, luis.personId)).toEqual([204]);
  });

  it("is whoever is left if there is no owner", async () => {
    const [one, other] = [await aVisitor("analyst"), await aVisitor("viewer")];
    expect(await removed(as, one.personId)).toEqual([204]);
    expect(await removed(as, other.personId)).toEqual([409, "last_operator"]);
  });

  it("409 if the only other operator is merely invited, whose invitation can be withdrawn", async () => {
    const ana = await aVisitor("owner");
    const body = { name: "Eva", role: "owner" };
    const invited = await call("POST", "/admin/invites", { as, body });
    const { personId } = await invited.json<{ personId: string }>();
    expect(await removed(as, ana.personId)).toEqual([409, "last_operator"]);
    expect(await removed(as, personId)).toEqual([204]);
  });

  it("is left when two owners remove each other at the same moment", async () => {
    const pair = [await aVisitor("owner"), await aVisitor("owner")] as const;
    const leave = (who: Visitor, { personId }: Visitor) =>
      who.post(`/portal/operators/${personId}/remove`);
    await Promise.all([leave(pair[0], pair[1]), leave(pair[1], pair[0])]);
    expect(await standing()).toBe(1);
    await Promise.all(pair.map(({ personId }) => removed(as, personId)));
    expect(await standing()).toBe(1);
  });
});
