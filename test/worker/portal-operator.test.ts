import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anAgent, enrolWith } from "../support/agent.ts";
import { call } from "../support/call.ts";
import { copyableOf } from "../support/dialogue.ts";
import { makeCsr, makeKey } from "../support/make-csr.ts";
import { pagesOf } from "../support/pages-of.ts";
import { anOperator, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const textOf = async (answer: Promise<Response>) => (await answer).text();

describe("tenants in the portal", () => {
  it("are made and changed by forms; 409 for an id that is taken, 400 for an invalid id or status", async () => {
    const operator = await aVisitor("owner");
    const tenantId = `t-${crypto.randomUUID().slice(0, 8)}`;
    const fields = { tenantId, name: "Acme", plan: "free", location: "weur" };
    expect((await operator.post("/portal/tenants/new", fields)).status).toBe(303);
    const again = await operator.post("/portal/tenants/new", fields);
    expect(again.status).toBe(409);
    expect(await again.text()).toContain("exists already");
    const wrong = await operator.post("/portal/tenants/new", { ...fields, tenantId: "A B" });
    expect(wrong.status).toBe(400);

    const one = `/portal/tenants/${tenantId}`;
    const change = { name: "Acme 2", plan: "team", monthlyQuota: "77", status: "active" };
    expect((await operator.post(one, change)).status).toBe(303);
    const page = await textOf(operator.get(one));
    expect(page).toContain('value="77"');
    expect(page).toContain("near: Western Europe");
    expect((await operator.post(one, { ...change, status: "gone" })).status).toBe(400);
    expect(await textOf(operator.get(`/portal/tenants?q=${tenantId}`))).toContain("Acme 2");
    expect((await operator.get("/portal/tenants/no-such-one")).status).toBe(404);
    expect(await textOf(operator.get("/portal/plans"))).toContain("Web addresses 1");
  });

  it("have a hint at the status field of what each status does", async () => {
    const operator = await aVisitor("owner");
    const page = await textOf(operator.get(`/portal/tenants/${await aTenant()}`));
    expect(page).toContain('<small id="status-hint" class="hint">Suspended: its calls');
    expect(page).toContain('<select id="status" name="status" aria-describedby="status-hint">');
  });
});

describe("enrolment codes in the portal", () => {
  it("201 with a code that is shown once and enrols agents until it is revoked", async () => {
    const tenantId = await aTenant();
    const operator = await aVisitor("owner");
    const path = `/portal/t/${tenantId}/codes`;
    const made = await operator.post(`${path}/new`, { roles: "", maxUses: "2", ttlSeconds: "1" });
    expect(made.status).toBe(201);
    const code = await copyableOf(made);
    const list = await textOf(operator.get(path));
    expect(list).not.toContain(code);
    const csr = async () => makeCsr(await makeKey());
    expect((await enrolWith(code, await csr())).status).toBe(200);
    const revoke = /action="([^"]+\/revoke)"/.exec(list)?.[1] ?? "";
    const elsewhere = revoke.replace(tenantId, await aTenant());
    expect((await operator.post(elsewhere)).status).toBe(404);
    expect((await operator.post(revoke)).status).toBe(303);
    expect((await enrolWith(code, await csr())).status).not.toBe(200);
    expect((await operator.post(`${path}/new`, { maxUses: "0" })).status).toBe(400);
  });

  it("link to the form for another code, with the same values filled in", async () => {
    const operator = await aVisitor("owner");
    const path = `/portal/t/${await aTenant()}/codes`;
    const order = { roles: "collector, edge", region: "eu", maxUses: "7", ttlSeconds: "30" };
    expect((await operator.post(`${path}/new`, order)).status).toBe(201);
    const way = /href="([^"]+)">Another like it</.exec(await textOf(operator.get(path)))?.[1] ?? "";
    const page = await textOf(operator.get(way.replaceAll("&amp;", "&")));
    for (const [name, value] of Object.entries(order)) {
      expect(page).toMatch(new RegExp(`<input id="${name}"[^>]* value="${value}"`));
    }
  });
});

describe("the form of an enrolment code", () => {
  it("offers the tenant's policies by name and keeps the chosen one; 400 for another tenant's policy", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    const as = await anOperator();
    const policyOf = async (of: string, name: string) => {
      const body = { tenantId: of, name, document: {} };
      const made = await call("POST", "/admin/policies", { as, body });
      return (await made.json<{ id: string }>()).id;
    };
    const [own, foreign] = [await policyOf(tenantId, "Strict"), await policyOf(other, "Foreign")];
    const operator = await aVisitor("owner");
    const path = `/portal/t/${tenantId}/codes`;
    const page = await textOf(operator.get(path));
    expect(page).toContain(`<option value="${own}">Strict</option>`);
    expect(page).not.toContain("Foreign");
    const fields = { maxUses: "0", ttlSeconds: "1", policyId: own };
    const refused = await operator.post(`${path}/new`, fields);
    expect(await refused.text()).toContain(`<option value="${own}" selected="">Strict</option>`);
    const wrong = { ...fields, maxUses: "1", policyId: foreign };
    expect((await operator.post(`${path}/new`, wrong)).status).toBe(400);
    const made = await operator.post(`${path}/new`, { ...wrong, policyId: own });
    expect(made.status).toBe(201);
  });
});

describe("the overview of a tenant", () => {
  it.each(["suspended", "closed"])(
    "says that the tenant is %s, and offers no first call",
    async (status) => {
      const tenantId = await aTenant();
      const operator = await aVisitor("owner");
      const overview = () => textOf(operator.get(`/portal/t/${tenantId}`));
      expect(await overview()).not.toContain("calls are refused");
      expect(await overview()).toContain(`href="/portal/tenants/${tenantId}">Change<`);
      const change = { name: "Acme", plan: "free", status };
      expect((await operator.post(`/portal/tenants/${tenantId}`, change)).status).toBe(303);
      const page = await overview();
      expect(page).toContain(`This tenant is ${status}: its calls are refused.`);
      expect(page).not.toContain("Your first call");
    },
  );

  it("offers a first call to an owner, but not to a viewer, who may not make a key", async () => {
    const tenantId = await aTenant();
    const overview = async (role: "owner" | "viewer") =>
      textOf((await aVisitor(role, [tenantId])).get(`/portal/t/${tenantId}`));
    expect(await overview("owner")).toContain("Your first call");
    expect(await overview("viewer")).not.toContain("Your first call");
  });
});

describe("policies in the portal", () => {
  it("are written, revised and assigned; 400 for a document that is no JSON object", async () => {
    const tenantId = await aTenant();
    const operator = await aVisitor("owner");
    const path = `/portal/t/${tenantId}/policies`;
    const order = { name: "strict", document: '{"level":3}', checkinIntervalSeconds: "30" };
    const made = await operator.post(`${path}/new`, order);
    expect(made.status).toBe(303);
    const one = made.headers.get("location") ?? "";
    const wrong = await operator.post(`${path}/new`, { ...order, document: "{" });
    expect(wrong.status).toBe(400);
    const why = /id="document-fault"[^>]*>([^<]+)</.exec(await wrong.text())?.[1];
    expect(why).toBe("This must be a JSON object, such as {}.");
    expect((await operator.post(one, { ...order, document: "[]" })).status).toBe(400);
    expect((await operator.post(one, { ...order, document: '{"level":4}' })).status).toBe(303);
    expect(await textOf(operator.get(one))).toContain("Revision 2");
    const list = await operator.get(path);
    expect(list.status).toBe(200);
    expect(await list.text()).toContain(">strict<");
    expect((await operator.post(`${one}/assign`, { role: "" })).status).toBe(303);
    expect((await operator.get(one.replace(tenantId, await aTenant()))).status).toBe(404);
  });

  it("409 for deleting one while a role has it; 303 once it is taken back from its roles", async () => {
    const tenantId = await aTenant();
    const operator = await aVisitor("owner");
    const path = `/portal/t/${tenantId}/policies`;
    const order = { name: "brief", document: "{}", checkinIntervalSeconds: "30" };
    const one = (await operator.post(`${path}/new`, order)).headers.get("location") ?? "";
    await operator.post(`${one}/assign`, { role: "relay" });
    await operator.post(`${one}/assign`, { role: "" });
    const assigned = await textOf(operator.get(one));
    expect(assigned).toContain('<th scope="row">relay</th>');
    expect(assigned).toContain('<th scope="row">every role that has no policy of its own</th>');
    expect(await textOf(operator.get(`${one}/delete`))).toContain("Delete “brief”");
    const refused = await operator.post(`${one}/delete`);
    expect(refused.status).toBe(409);
    const again = await refused.text();
    expect(again).toContain("The tenant, a role, an enrollment code or an agent has this policy.");
    expect(again).toContain(`href="${one}">Cancel</a>`);
    for (const role of ["relay", ""]) {
      expect((await operator.post(`${one}/take-back`, { role })).status).toBe(303);
    }
    expect(await textOf(operator.get(one))).not.toContain('<th scope="row">');
    const gone = await operator.post(`${one}/delete`);
    expect([gone.status, gone.headers.get("location")]).toEqual([303, path]);
    expect((await operator.get(one)).status).toBe(404);
  });
});

describe("agents in the portal", () => {
  it("are found by tenant and status, shown in detail, and revoked by an operator", async () => {
    const agent = await anAgent();
    await agent.call("POST", `/agents/${agent.id}/checkin`, { machine: { hostname: "edge-77" } });
    const operator = await aVisitor("owner");
    // Other tests' tenants may fill the first page.
    expect((await pagesOf(operator, "/portal/fleet")).join("")).toContain(agent.tenantId);
    const found = operator.get(`/portal/fleet/collectors?tenant=${agent.tenantId}`);
    // The id tells two agents of one host apart.
    expect(await textOf(found)).toContain(`edge-77</a><small class="below"><code>${agent.id}<`);
    const none = operator.get(`/portal/fleet/collectors?tenant=${agent.tenantId}&status=revoked`);
    const nothing = await textOf(none);
    expect(nothing).not.toContain(agent.id);
    expect(nothing).not.toContain("install an agent");
    const bareList = `/portal/t/${await aTenant()}/collectors`;
    const bare = await textOf(operator.get(bareList));
    expect(bare).toContain("There is no agent yet");
    const spanish = await textOf(operator.get(bareList, { "accept-language": "es" }));
    for (const page of [bare, spanish]) expect(page).not.toMatch(/>[^<]*colle?ctor/i);
    expect(bare).toContain("install an agent");
    const enrol = `href="/portal/t/${agent.tenantId}/codes#create"`;
    expect(await textOf(operator.get(`/portal/t/${agent.tenantId}/collectors`))).toContain(enrol);
    const one = `/portal/t/${agent.tenantId}/collectors/${agent.id}`;
    expect((await operator.get(one)).status).toBe(200);
    expect((await operator.get(one.replace(agent.tenantId, await aTenant()))).status).toBe(404);
    const type = "rampart.agent.state_changed";
    await agent.event({ type, attributes: { from: "pending", to: "offline" } });
    const shown = await textOf(operator.get(one, { "accept-language": "es" }));
    expect(shown).toMatch(/<th scope="row">cambio de estado<\/th><td>pendiente → en línea/);
    // An agent's own event is never said in the server's words.
    expect(shown).toContain(`<th scope="row">${type}</th>`);
    expect(shown).not.toContain("→ desconectado");
    expect((await operator.get(`${one}/revoke`)).status).toBe(200);
    expect((await operator.post(`${one}/revoke`)).status).toBe(303);
    expect((await agent.call("GET", "/agents/me")).status).toBe(403);
    const own = await aVisitor("viewer", [agent.tenantId]);
    expect(await textOf(own.get(`/portal/t/${agent.tenantId}/collectors`))).toContain("revoked");
  });

  it("are deregistered by their tenant's operator, as by DELETE /agents/{id}; 403 for a viewer", async () => {
    const agent = await anAgent();
    const list = `/portal/t/${agent.tenantId}/collectors`;
    const revoke = `${list}/${agent.id}/revoke`;
    const viewer = await aVisitor("viewer", [agent.tenantId]);
    expect((await viewer.post(revoke)).status).toBe(403);
    expect(await textOf(viewer.get(`${list}/${agent.id}`))).not.toContain(revoke);
    const ana = await aVisitor("operator", [agent.tenantId]);
    expect(await textOf(ana.get(`${list}/${agent.id}`))).toContain(`href="${revoke}"`);
    expect(await textOf(ana.get(revoke))).toContain("Its record here goes.");
    const stranger = await aVisitor("operator", [await aTenant()]);
    expect((await stranger.post(revoke)).status).toBe(404);
    const answer = await ana.post(revoke);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, list]);
    expect((await agent.call("GET", "/agents/me")).status).toBe(403);
    expect((await ana.get(`${list}/${agent.id}`)).status).toBe(404);
    const query = "select actor from audit_log where action = 'agent.deregistered' and target = ?";
    const line = env.DB.prepare(query).bind(agent.id);
    expect(await line.first("actor")).toBe(`person:${ana.personId}`);
  });
});

describe("the page of a degraded agent", () => {
  it("says why it is not online, and the state of its certificate, in both languages", async () => {
    const agent = await anAgent();
    await agent.call("POST", `/agents/${agent.id}/checkin`, { status: { health: "degraded" } });
    const operator = await aVisitor("owner");
    const one = `/portal/t/${agent.tenantId}/collectors/${agent.id}`;
    const es = await textOf(operator.get(one, { "accept-language": "es" }));
    expect(es).toContain("<dd>informa de que está degradado</dd>");
    expect(es).toContain("<td>válido</td>");
    const en = await textOf(operator.get(one));
    expect(en).toContain("<dd>it reports that it is degraded</dd>");
    expect(en).toContain("<td>valid</td>");
  });
});

describe("an agent's report in the portal", () => {
  it("has names in both languages, and links to its policy and to other agents on its machine", async () => {
    const agent = await anAgent();
    const machine = { machine_id: "same", hostname: "edge-1", os: { name: "linux" } };
    await agent.checkIn({ machine, status: { health: "starting" }, agent: { version: "1.0.0" } });
    const other = await anAgent({ tenantId: agent.tenantId });
    await other.checkIn({ machine: { ...machine, hostname: "edge-2" } });
    const as = await anOperator();
    const { tenantId } = agent;
    const body = { tenantId, name: "Strict", document: {} };
    const made = await call("POST", "/admin/policies", { as, body });
    const { id: policyId } = await made.json<{ id: string }>();
    const operator = await aVisitor("owner");
    const one = `/portal/t/${tenantId}/collectors/${agent.id}`;
    expect(await textOf(operator.get(one))).toContain("the one of the product, revision 1");
    await operator.post(`/portal/t/${tenantId}/policies/${policyId}/assign`, { role: "" });
    await agent.checkIn({ machine });
    const page = await textOf(operator.get(one));
    expect(page).toContain(`href="/portal/t/${tenantId}/policies/${policyId}">Strict</a>`);
    expect(page).toContain(`href="/portal/t/${tenantId}/collectors/${other.id}">edge-2</a>`);
    expect(page).toContain('<span class="soft">Check-ins in 24 hours</span> 2');
    expect(page).toContain('<span class="soft">Operating system</span>');
    for (const raw of [">checkins_24h<", ">machine_id<", ">hostname<", ">health<"]) {
      expect(page).not.toContain(raw);
    }
    const es = await textOf(operator.get(one, { "accept-language": "es" }));
    expect(es).toContain('<span class="soft">Contactos en 24 horas</span> 2');
    expect(es).toContain("<dt>Salud</dt><dd>arrancando");
  });
});

describe("an agent's events and address", () => {
  it("are shown to an operator, but not to a viewer", async () => {
    const agent = await anAgent();
    const event = { version: 1, type: "process.started", process: "curl-77" };
    await agent.call("POST", `/agents/${agent.id}/events`, event);
    const page = async (role: "viewer" | "operator") => {
      const reader = await aVisitor(role, [agent.tenantId]);
      return textOf(reader.get(`/portal/t/${agent.tenantId}/collectors/${agent.id}`));
    };
    const [partial, whole] = [await page("viewer"), await page("operator")];
    for (const part of ["curl-77", ">Last events<", ">Counters<", ">Last address<"]) {
      expect(whole).toContain(part);
      expect(partial).not.toContain(part);
    }
    expect(partial).toContain(agent.id);
  });
});
