import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { copyableOf } from "../support/dialogue.ts";
import { anOperator, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const LIST = "/portal/service-keys";
const NEW = `${LIST}/new`;
const textOf = async (answer: Promise<Response>) => (await answer).text();

function encrypt(tenantId: string, key: string) {
  const headers = { "x-internal-service-key": key };
  return call("POST", "/encryption/encrypt", { body: { tenantId, value: "x" }, headers });
}

describe("/portal/service-keys", () => {
  it("201 shows a working key once; its row shows what it may do, and revokes it", async () => {
    const [operator, tenantId] = [await aVisitor("owner"), await aTenant()];
    const answer = await operator.post(NEW, [
      ["name", "Billing <1>"],
      ["operations", "encrypt"],
      ["operations", "provision"],
      ["tenants", tenantId],
    ]);
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toBeNull();
    const key = await copyableOf(answer);
    expect(key).toMatch(/^rmp_svc_/);
    expect((await encrypt(tenantId, key)).status).toBe(404);
    expect((await encrypt(await aTenant(), key)).status).toBe(403);
    const list = await textOf(operator.get(LIST));
    const id = key.split("_")[2] ?? "";
    const ofTenant = `href="/portal/t/${tenantId}"`;
    for (const said of ["Billing &lt;1&gt;", id, ofTenant, "Encrypt"]) expect(list).toContain(said);
    expect(list).not.toContain(key);
    expect((await operator.post(`${LIST}/${id}/revoke`)).status).toBe(303);
    expect(await textOf(operator.get(LIST))).not.toContain(`${LIST}/${id}/revoke`);
    const query = "select action from audit_log where target = ? order by at";
    const { results } = await env.DB.prepare(query).bind(id).all();
    expect(results).toEqual([{ action: "service_key.issued" }, { action: "service_key.revoked" }]);
  });

  it("leads from the id of a key to its lines in the audit log, also where they are a tenant's", async () => {
    const [operator, one, other] = [await aVisitor("owner"), await aTenant(), await aTenant()];
    for (const tenants of [[one], [one, other], undefined]) {
      const name = `Billing ${crypto.randomUUID()}`;
      const body = { name, operations: ["encrypt"], ...(tenants && { tenants }) };
      const as = await anOperator();
      const made = await call("POST", "/admin/service-keys", { as, body });
      const { id } = await made.json<{ id: string }>();
      const list = await textOf(operator.get(LIST));
      const [, href = ""] = new RegExp(`href="([^"]+)"><code>${id}<`).exec(list) ?? [];
      expect(await textOf(operator.get(href.replaceAll("&amp;", "&")))).toContain(name);
    }
  });

  it("400 with the form again for no operation or an end in the past; 404 for a tenant that is not there", async () => {
    const operator = await aVisitor("owner");
    const none = await operator.post(NEW, { name: "Mine" });
    expect(none.status).toBe(400);
    expect(await none.text()).toContain('value="Mine"');
    const past = { name: "Mine", operations: "encrypt", expiresAt: "2020-01-01T00:00" };
    expect((await operator.post(NEW, past)).status).toBe(400);
    const lost = { name: "Mine", operations: "encrypt", tenants: "not-there-at-all" };
    expect([400, 404]).toContain((await operator.post(NEW, lost)).status);
  });

  it("offers and grants nothing that its reader may not grant", async () => {
    const admin = await aVisitor("security-admin");
    expect(await textOf(admin.get(NEW))).toContain('value="decrypt"');
    const operator = await aVisitor("operator");
    for (const path of [LIST, NEW]) expect((await operator.get(path)).status).toBe(403);
    const owner = await aVisitor("owner", [await aTenant()]);
    const order = { name: "Mine", operations: "decrypt" };
    expect((await owner.post(NEW, order)).status).toBe(403);
    expect((await owner.post(`${LIST}/0123456789/revoke`)).status).toBe(403);
  });

  it("404 for revoking one that is not there", async () => {
    const operator = await aVisitor("owner");
    expect((await operator.post(`${LIST}/0123456789/revoke`)).status).toBe(404);
  });
});
