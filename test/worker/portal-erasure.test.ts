import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { askErasure, closeTenant, eraseWhole } from "../support/erasure.ts";
import { anApiKey, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const page = (tenantId: string) => `/portal/tenants/${tenantId}`;

/** Erasures left over from other test files would take a share of each turn. */
async function endOtherErasures(tenantId: string): Promise<void> {
  const others =
    "update tenant_erasures set ended_at = 1 where ended_at is null and tenant_id <> ?";
  await env.DB.prepare(others).bind(tenantId).run();
}

describe("erasing a tenant's data in the portal", () => {
  it("is offered only on the page of a closed tenant", async () => {
    const operator = await aVisitor("owner");
    const tenantId = await aTenant();
    const open = await (await operator.get(page(tenantId))).text();
    expect(open).not.toContain("Erase this tenant");
    await closeTenant(tenantId);
    const closed = await (await operator.get(page(tenantId))).text();
    expect(closed).toContain("Erase this tenant");
    const spanish = await operator.get(page(tenantId), { "accept-language": "es" });
    expect(await spanish.text()).toContain("Borrar los datos de este cliente");
  });

  it("400 with the form again unless the tenant's id is typed, in both languages", async () => {
    const operator = await aVisitor("owner");
    const tenantId = await aTenant();
    await closeTenant(tenantId);
    const confirm = "another";
    const refused = await operator.post(`${page(tenantId)}/erasure`, { confirm });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('value="another"');
    const spanish = await operator.post(
      `${page(tenantId)}/erasure`,
      { confirm },
      { "accept-language": "es" },
    );
    expect(await spanish.text()).toContain("Debe ser el identificador del cliente.");
    expect((await askErasure(tenantId)).status).toBe(202);
  });

  it("409 if the tenant is not closed", async () => {
    const operator = await aVisitor("owner");
    const tenantId = await aTenant();
    const answer = await operator.post(`${page(tenantId)}/erasure`, { confirm: tenantId });
    expect(answer.status).toBe(409);
  });

  it("303 back to the page, which shows the progress instead of the form", async () => {
    const operator = await aVisitor("owner");
    const tenantId = await aTenant();
    await anApiKey(tenantId);
    await closeTenant(tenantId);
    const sent = await operator.post(`${page(tenantId)}/erasure`, { confirm: ` ${tenantId} ` });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, page(tenantId)]);
    const waiting = await (await operator.get(page(tenantId))).text();
    expect(waiting).toContain(">waiting<");
    expect(waiting).not.toContain("<select");
    expect(waiting).not.toContain("<tbody></tbody>");
    await endOtherErasures(tenantId);
    await eraseWhole(tenantId);
    const done = await (await operator.get(page(tenantId))).text();
    for (const said of [">done<", "Keys, tokens and sign-ins", "audit log"]) {
      expect(done).toContain(said);
    }
    const spanish = await operator.get(page(tenantId), { "accept-language": "es" });
    expect(await spanish.text()).toContain(">terminado<");
  });

  it("is offered by the overview of a closed tenant until it was asked for; then that leads to its progress", async () => {
    const operator = await aVisitor("owner");
    const tenantId = await aTenant();
    await closeTenant(tenantId);
    const overview = async (language = "en") =>
      (await operator.get(`/portal/t/${tenantId}`, { "accept-language": language })).text();
    expect(await overview()).toContain(">Erase its data</a>");
    expect((await askErasure(tenantId)).status).toBe(202);
    const asked = await overview();
    expect(asked).not.toContain("Erase its data");
    expect(asked).toContain(`href="${page(tenantId)}#erasure">See how its erasure goes</a>`);
    expect(await overview("es")).toContain("Ver cómo va su borrado");
  });

  it("403 for an owner of the tenant, and for an operator who may not write tenants", async () => {
    const tenantId = await aTenant();
    await closeTenant(tenantId);
    const owner = await aVisitor("owner", [tenantId]);
    const viewer = await aVisitor("viewer");
    for (const who of [owner, viewer]) {
      const answer = await who.post(`${page(tenantId)}/erasure`, { confirm: tenantId });
      expect(answer.status).toBe(403);
    }
  });
});
