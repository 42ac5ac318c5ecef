import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { issueToken, PERMISSIONS, startByPasskey, type Person } from "../../src/access/index.ts";
import { settle } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, visitor } from "../support/visitor.ts";

const LIST = "/portal/operators";
const textOf = async (answer: Promise<Response>) => (await answer).text();

async function aTokenOf(personId: string, name: string): Promise<string> {
  const by: Person = {
    kind: "operator",
    subject: `person:${personId}`,
    reach: "all",
    permissions: new Set(PERMISSIONS),
    personId,
  };
  const order = { name, permissions: ["tenants:read"] as const };
  return settle(await issueToken(database(env), by, order, Date.now())).id;
}

/** The row of this person in the list. */
function rowOf(page: string, personId: string): string {
  return page.split("<tr>").find((one) => one.includes(personId)) ?? "";
}

describe("the page of operators", () => {
  it("lists operators with the number of their sessions, passkeys and tokens, but no tenant's member", async () => {
    const name = `Zz ${crypto.randomUUID()}`;
    const bea = await aVisitor("analyst", undefined, name);
    const ana = await aVisitor("owner");
    await aTokenOf(bea.personId, "Robot");
    const member = await aVisitor("owner", [await aTenant()], name);
    let page = "";
    for (let at = 1; !page.includes(bea.personId) && at < 50; at += 1) {
      page = await textOf(ana.get(`${LIST}?page=${at}`));
    }
    const row = rowOf(page, bea.personId);
    expect(row).toContain(`<a href="${LIST}/${bea.personId}">${name}</a>`);
    const [sessions, passkeys, tokens] = [1, 0, 1].map((n) => `<td class="number">${n}</td>`);
    expect(row).toContain(`${sessions}${passkeys}${tokens}`);
    expect(page).not.toContain(member.personId);
    const spanish = await textOf(ana.get(LIST, { "accept-language": "es" }));
    expect(spanish).toContain("<h1>Operadores</h1>");
    expect(spanish).toContain("Tokens de acceso");
  });

  it("403 for an operator who may not manage people, and for a tenant's owner", async () => {
    for (const who of [
      await aVisitor("security-admin"),
      await aVisitor("owner", [await aTenant()]),
    ]) {
      expect((await who.get(LIST)).status).toBe(403);
      expect((await who.post(`${LIST}/invite`, { name: "x", role: "viewer" })).status).toBe(403);
    }
  });

  it("invites an operator, who then reaches all tenants", async () => {
    const ana = await aVisitor("owner");
    const made = await ana.post(`${LIST}/invite`, { name: "Eva", role: "viewer" });
    expect(made.status).toBe(201);
    const [link = ""] = /\/portal\/sign-in\/\w+/.exec(await made.text()) ?? [];
    const entered = await visitor("").post(link);
    const [cookie = ""] = (entered.headers.get("set-cookie") ?? "").split(";");
    const eva = visitor(cookie);
    expect((await eva.get(`/portal/t/${await aTenant()}`)).status).toBe(200);
    expect((await eva.get(LIST)).status).toBe(403);
    expect((await ana.post(`${LIST}/invite`, { name: "", role: "viewer" })).status).toBe(400);
  });
});

describe("the page of one operator", () => {
  it("lists the operator's tokens, changes the role, makes a new link, and removes the operator", async () => {
    const ana = await aVisitor("owner");
    const bea = await aVisitor("analyst");
    const one = `${LIST}/${bea.personId}`;
    const id = await aTokenOf(bea.personId, "Robot <1>");
    const page = await textOf(ana.get(one));
    expect(page).toContain("Robot &lt;1&gt;");
    expect(page).toContain(`<code>${id}</code>`);
    expect(page).toContain("their tokens end");
    const changed = await ana.post(`${one}/role`, { role: "viewer" });
    expect([changed.status, changed.headers.get("location")]).toEqual([303, LIST]);
    const recovered = await ana.post(`${one}/recover`);
    expect(recovered.status).toBe(201);
    expect(await recovered.text()).toContain(`href="${LIST}"`);
    expect((await ana.post(`${one}/remove`)).status).toBe(303);
    expect((await ana.get(one)).status).toBe(404);
    expect((await ana.post(`${one}/remove`)).status).toBe(404);
    const { results } = await env.DB.prepare(
      "select action from audit_log where target = ? and actor = ? order by seq",
    )
      .bind(bea.personId, `person:${ana.personId}`)
      .all<{ action: string }>();
    const actions = ["person.role_changed", "person.recovered", "person.removed"];
    expect(results.map(({ action }) => action)).toEqual(actions);
  });

  it("ends a removed operator's session, even one that a passkey starts at that moment", async () => {
    const ana = await aVisitor("owner");
    const bea = await aVisitor("owner");
    expect((await ana.post(`${LIST}/${bea.personId}/remove`)).status).toBe(303);
    expect((await bea.get("/portal/account")).status).toBe(303);
    // Also if the passkey was checked a moment before the removal.
    const secret = settle(await startByPasskey(database(env), bea.personId, Date.now()));
    expect((await visitor(`__Host-sid=${secret}`).get("/portal/account")).status).toBe(303);
  });

  it("asks for a fresh proof of identity before it opens, and before it removes", async () => {
    const ana = await aVisitor("owner");
    const bea = await aVisitor("viewer");
    await env.DB.prepare("update sessions set created_at = created_at - 600000 where person_id = ?")
      .bind(ana.personId)
      .run();
    const asked = await ana.get(`${LIST}/${bea.personId}`);
    expect(asked.headers.get("location")).toContain("/portal/step-up");
    const sent = await ana.post(`${LIST}/${bea.personId}/remove`);
    expect(sent.status).not.toBe(303);
    expect((await bea.get("/portal/account")).status).toBe(200);
  });

  it("404 for a member of a tenant, as for an operator on a tenant's member page", async () => {
    const ana = await aVisitor("owner");
    const member = await aVisitor("owner", [await aTenant()]);
    for (const path of ["", "/role", "/recover", "/remove"]) {
      const one = `${LIST}/${member.personId}${path}`;
      const answer = await (path === "" ? ana.get(one) : ana.post(one, { role: "viewer" }));
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect((await member.get("/portal/account")).status).toBe(200);
    const tenantId = await aTenant();
    expect((await ana.get(`/portal/t/${tenantId}/members/${ana.personId}`)).status).toBe(404);
  });
});
