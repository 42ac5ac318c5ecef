import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { askErasure, closeTenant } from "../support/erasure.ts";
import { anOperator, aTenant } from "../support/people.ts";
import { formOf, sentFor } from "../support/form-of.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const textOf = async (answer: Promise<Response>) => (await answer).text();
const FRESH = { certificateDays: "30", renewBefore: "", intervalPercent: "100" };

let tenantId: string;
let path: string;
let ana: Visitor;

beforeEach(async () => {
  tenantId = await aTenant();
  path = `/portal/t/${tenantId}/fleet-settings`;
  ana = await aVisitor("operator", [tenantId]);
});

const settings = async () => {
  const as = await anOperator();
  return (await call("GET", `/admin/fleet/settings/${tenantId}`, { as })).json();
};

async function traces(): Promise<unknown[]> {
  const { results } = await env.DB.prepare(
    "select actor, detail from audit_log where tenant_id = ? and action = 'fleet_settings.changed'",
  )
    .bind(tenantId)
    .all<{ actor: string; detail: string }>();
  return results.map(({ actor, detail }) => [actor, JSON.parse(detail)]);
}

describe("the page of a tenant's fleet settings", () => {
  it("shows the default of each setting, with a hint of what it does", async () => {
    const page = await textOf(ana.get(path));
    expect(formOf(page).filter(([name]) => name in FRESH)).toEqual(Object.entries(FRESH));
    expect(sentFor(page, "requireNewKey")).toEqual([]);
    expect(sentFor(page, "lockOnConflict")).toEqual([]);
    for (const name of [...Object.keys(FRESH), "requireNewKey", "lockOnConflict"]) {
      expect(page).toMatch(new RegExp(`<small id="${name}-hint" class="hint">[^<]{40,}`));
    }
    expect(page).toContain(`<a href="${path}" aria-current="page">Fleet settings</a>`);
  });

  it("changes them as the API does, with an audit log line, or none if nothing changed", async () => {
    const wanted = {
      requireNewKey: "yes",
      lockOnConflict: "yes",
      certificateDays: "7",
      renewBefore: "2026-11-01T08:30",
      intervalPercent: "250",
    };
    const saved = await ana.post(path, wanted);
    expect([saved.status, saved.headers.get("location")]).toEqual([303, path]);
    const stored = {
      requireNewKey: true,
      lockOnConflict: true,
      certificateDays: 7,
      renewBefore: "2026-11-01T08:30:00.000Z",
      intervalPercent: 250,
    };
    expect(await settings()).toEqual(stored);
    const detail = { ...stored, renewBefore: Date.parse(stored.renewBefore) };
    expect(await traces()).toEqual([[`person:${ana.personId}`, detail]]);
    const page = await textOf(ana.get(path));
    expect(Object.fromEntries(formOf(page))).toMatchObject(wanted);
    expect((await ana.post(path, formOf(page))).status).toBe(303);
    expect(await traces()).toHaveLength(1);
    expect((await ana.post(path, FRESH)).status).toBe(303);
    expect(await settings()).toMatchObject({ lockOnConflict: false, renewBefore: null });
  });

  it("keeps the seconds of renewBefore, which the form does not show, when another field is changed", async () => {
    const renewBefore = "2026-11-01T08:30:12.345Z";
    const as = await anOperator();
    await call("PATCH", `/admin/fleet/settings/${tenantId}`, { as, body: { renewBefore } });
    const shown = formOf(await textOf(ana.get(path))).filter(
      ([name]) => name !== "certificateDays",
    );
    expect((await ana.post(path, [...shown, ["certificateDays", "9"]])).status).toBe(303);
    expect(await settings()).toMatchObject({ renewBefore, certificateDays: 9 });
  });

  it.each([
    ["certificateDays", "0", "At least 1.", "Al menos 1."],
    ["certificateDays", "91", "At most 90.", "Como mucho 90."],
    ["certificateDays", "", "Fill this in.", "Rellene este campo."],
    ["intervalPercent", "9", "At least 10.", "Al menos 10."],
    ["intervalPercent", "10001", "At most 10,000.", "Como mucho 10.000."],
    ["intervalPercent", "1.5", "This must be a whole number.", "Debe ser un número entero."],
    ["renewBefore", "soon", "This must be a date with a time.", "Debe ser una fecha con hora."],
  ])(
    "400 for %s of “%s”, with the fault at its field and the typed value kept",
    async (name, typed, en, es) => {
      for (const [language, said] of [
        ["en", en],
        ["es", es],
      ] as const) {
        const sent = { ...FRESH, lockOnConflict: "yes", [name]: typed };
        const refused = await ana.post(path, sent, { "accept-language": language });
        expect(refused.status).toBe(400);
        const page = await refused.text();
        expect(page).toContain(`<strong id="${name}-fault" class="fault">${said}`);
        expect(page).toContain(`<a href="#${name}">`);
        expect(page).toMatch(new RegExp(`id="${name}"[^>]* value="${typed}"`));
        expect(page).toMatch(/name="lockOnConflict" value="yes" checked/);
      }
      expect(await traces()).toEqual([]);
    },
  );

  it("is locked for a viewer; 403 for a viewer's form", async () => {
    const viewer = await aVisitor("viewer", [tenantId]);
    const page = await textOf(viewer.get(path));
    expect(page).toContain("<fieldset disabled");
    expect(page).toContain('name="certificateDays" type="number" value="30"');
    expect(page).not.toContain('name="opened"');
    expect((await viewer.post(path, FRESH)).status).toBe(403);
    expect(await traces()).toEqual([]);
  });

  it("404 for another tenant's, both GET and POST", async () => {
    const other = `/portal/t/${await aTenant()}/fleet-settings`;
    expect((await ana.get(other)).status).toBe(404);
    expect((await ana.post(other, FRESH)).status).toBe(404);
  });

  it("409 in the reader's language if the tenant's data is being erased", async () => {
    await closeTenant(tenantId);
    await askErasure(tenantId);
    const operator = await aVisitor("owner");
    const refused = await operator.post(path, FRESH, { "accept-language": "es" });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("Los datos de este cliente se borran");
  });

  it("is shown in Spanish", async () => {
    const page = await textOf(ana.get(path, { "accept-language": "es" }));
    expect(page).toContain("<h1>Ajustes de la flota</h1>");
    expect(page).toContain("Se bloquea ante un conflicto");
    expect(page).toContain("de 10 a 10.000");
    expect(page).not.toContain("Certificates");
  });
});
