import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { dyingDatabase } from "../support/dying-database.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, visitor } from "../support/visitor.ts";

interface Kept {
  role: string;
  tenants: string;
  disabled: number;
}

async function keptOf(personId: string): Promise<Kept | null> {
  return env.DB.prepare(
    "select role, tenants, disabled_at is not null as disabled from people where id = ?",
  )
    .bind(personId)
    .first<Kept>();
}

async function auditLinesOf(personId: string): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "select action from audit_log where target = ? and action <> 'person.invited' order by seq",
  )
    .bind(personId)
    .all<{ action: string }>();
  return results.map(({ action }) => action);
}

describe("a person in two tenants", () => {
  it("is disabled when both tenants remove the person at the same time", async () => {
    const tenants = [await aTenant(), await aTenant()];
    const { personId } = await aVisitor("viewer", tenants);
    const operator = await aVisitor("owner");
    const remove = (tenantId: string) =>
      operator.post(`/portal/t/${tenantId}/members/${personId}/remove`);
    const answers = await Promise.all(tenants.map(remove));
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await keptOf(personId)).toMatchObject({
      tenants: expect.stringMatching(new RegExp(`^\\["(?:${tenants.join("|")})"]$`)) as string,
      disabled: 1,
    });
    expect(await auditLinesOf(personId)).toEqual(["person.removed", "person.removed"]);
  });

  it("stays in the other tenant when one tenant removes the person twice at the same time", async () => {
    const [one, other] = [await aTenant(), await aTenant()];
    const { personId } = await aVisitor("viewer", [one, other]);
    const operator = await aVisitor("owner");
    const remove = () => operator.post(`/portal/t/${one}/members/${personId}/remove`);
    const statuses = (await Promise.all([remove(), remove()])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([303, 404]);
    expect(await keptOf(personId)).toMatchObject({ tenants: `["${other}"]`, disabled: 0 });
    expect(await auditLinesOf(personId)).toEqual(["person.removed"]);
  });
});

describe("a person removed from their last tenant", () => {
  it("cannot enter with an old session, nor with an unused sign-in link", async () => {
    const tenantId = await aTenant();
    const owner = await aVisitor("owner", [tenantId]);
    const members = `/portal/t/${tenantId}/members`;
    expect(await (await owner.get(members)).text()).toContain('<small class="below">you</small>');
    const name = crypto.randomUUID();
    const invited = await owner.post(`${members}/invite`, { name, role: "viewer" });
    const [, link = ""] = /(\/portal\/sign-in\/\w+)/.exec(await invited.text()) ?? [];
    const query = env.DB.prepare("select id from people where name = ?").bind(name);
    const newcomer = await query.first<string>("id");
    const gone = await aVisitor("viewer", [tenantId]);
    for (const personId of [newcomer, gone.personId]) {
      expect((await owner.post(`${members}/${personId}/remove`)).status).toBe(303);
    }
    const asked = await gone.get("/portal/account");
    expect([asked.status, asked.headers.get("location")]).toEqual([303, "/portal/sign-in"]);
    expect((await visitor("").post(link)).status).toBe(410);
  });
});

describe("the list of members", () => {
  it("links an owner only to members who are in no tenant out of the owner's reach", async () => {
    const [mine, other] = [await aTenant(), await aTenant()];
    const ana = await aVisitor("owner", [mine]);
    const own = await aVisitor("viewer", [mine]);
    const shared = await aVisitor("viewer", [mine, other]);
    const list = `/portal/t/${mine}/members`;
    const linked = async (page: Promise<Response>) => {
      const links = (await (await page).text()).matchAll(/href="[^"]+\/members\/([^"]+)"/g);
      return Array.from(links, ([, personId = ""]) => personId).toSorted();
    };
    const ids = (...visitors: { personId: string }[]) =>
      visitors.map(({ personId }) => personId).toSorted();
    expect(await linked(ana.get(list))).toEqual(ids(ana, own));
    expect((await ana.get(`${list}/${shared.personId}`)).status).toBe(403);
    const operator = await aVisitor("owner");
    expect(await linked(operator.get(list))).toEqual(ids(ana, own, shared));
  });
});

describe("a change of a member", () => {
  it.each([
    ["role", "person.role_changed", { role: "analyst" }],
    ["remove", "person.removed", { disabled: 1 }],
  ])(
    "%s is saved together with its audit line or not at all, at whichever database call the Worker dies",
    async (form, action, to) => {
      const tenantId = await aTenant();
      const { cookie } = await aVisitor("owner");
      const { personId } = await aVisitor("viewer", [tenantId]);
      const statuses: number[] = [];
      for (let calls = 0; calls < 12 && !statuses.includes(303); calls += 1) {
        const { request } = anApp({}, { DB: dyingDatabase(calls) });
        const answer = await request(`/portal/t/${tenantId}/members/${personId}/${form}`, {
          method: "POST",
          headers: { cookie, "sec-fetch-site": "same-origin" },
          body: new URLSearchParams({ role: "analyst" }),
        });
        statuses.push(answer.status);
        if (answer.status === 500) {
          expect(await keptOf(personId)).toMatchObject({ role: "viewer", disabled: 0 });
        }
      }
      expect(statuses.at(-1)).toBe(303);
      expect(await keptOf(personId)).toMatchObject(to);
      expect(await auditLinesOf(personId)).toEqual([action]);
    },
  );
});

describe("an invited owner who never signed in", () => {
  it("does not count as another owner when the last one leaves, and can be removed", async () => {
    const tenantId = await aTenant();
    const owner = await aVisitor("owner", [tenantId]);
    const members = `/portal/t/${tenantId}/members`;
    const name = crypto.randomUUID();
    await owner.post(`${members}/invite`, { name, role: "owner" });
    const query = env.DB.prepare("select id from people where name = ?").bind(name);
    const newcomer = await query.first<string>("id");
    const leave = async () => (await owner.post(`${members}/${owner.personId}/remove`)).status;
    const stepDown = () => owner.post(`${members}/${owner.personId}/role`, { role: "viewer" });
    expect([await leave(), (await stepDown()).status]).toEqual([409, 409]);
    expect((await owner.post(`${members}/${newcomer}/remove`)).status).toBe(303);
    await aVisitor("owner", [tenantId]);
    expect(await leave()).toBe(303);
  });
});

describe("the page of a tenant's last owner", () => {
  it.each([
    ["role", "analyst"],
    ["remove", "owner"],
  ])("409 for the form %s, and the selected role is then %s", async (form, role) => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const path = `/portal/t/${tenantId}/members/${ana.personId}/${form}`;
    const answer = await ana.post(path, form === "role" ? { role } : {});
    expect(answer.status).toBe(409);
    expect(await answer.text()).toMatch(new RegExp(`<option value="${role}" selected`));
  });
});

describe("a new sign-in link", () => {
  it.each([
    ["en", "It signs in once, within 24 hours."],
    ["es", "Inicia sesión una sola vez, en 24 horas."],
  ])("says how long it counts where it is shown: %s", async (language, life) => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const invite = `/portal/t/${tenantId}/members/invite`;
    const headers = { "accept-language": language };
    const made = await ana.post(invite, { name: "Beto", role: "viewer" }, headers);
    expect(made.status).toBe(201);
    expect(await made.text()).toContain(life);
  });
});

describe("the removal of a person", () => {
  it("says first that their tokens end and what they made stays, with a link to it", async () => {
    const tenantId = await aTenant();
    const owner = await aVisitor("owner", [tenantId]);
    const { personId } = await aVisitor("owner", [tenantId]);
    const path = `/portal/t/${tenantId}/members/${personId}`;
    const page = await (await owner.get(path)).text();
    expect(page).toContain("their access tokens end here");
    expect(page).toContain("API keys, webhook endpoints and enrolment codes that they made stay");
    expect(page).toContain(`href="/portal/t/${tenantId}/audit?who=${personId}"`);
    const spanish = await (await owner.get(path, { "accept-language": "es" })).text();
    expect(spanish).toContain("sus tokens de acceso dejan de valer aquí");
    expect(spanish).toContain("los códigos de alta que creó siguen");
  });
});
