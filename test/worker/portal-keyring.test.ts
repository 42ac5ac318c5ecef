import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Keyring } from "../../src/encryption/keyring-object.ts";
import { anApp } from "../support/app.ts";
import { aServiceKey, aTenant } from "../support/people.ts";
import { call } from "../support/call.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const textOf = async (answer: Promise<Response>) => (await answer).text();

/** A tenant with an encryption key, the key's page, and a visitor who may change it. */
async function aKeyring(): Promise<{ tenantId: string; path: string; ana: Visitor }> {
  const tenantId = await aTenant();
  const headers = { "x-internal-service-key": await aServiceKey() };
  await call("POST", "/encryption/provision-key", { headers, body: { tenantId } });
  const ana = await aVisitor("security-admin", [tenantId]);
  return { tenantId, path: `/portal/t/${tenantId}/keyring`, ana };
}

async function buttonsOn(page: string): Promise<string[]> {
  const found = page.matchAll(/action="[^"]*\/keyring\/([^"]+)"/g);
  return Array.from(found, ([, press = ""]) => press);
}

async function auditLinesOf(tenantId: string): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "select action from audit_log where tenant_id = ? and action like 'encryption.%' order by seq",
  )
    .bind(tenantId)
    .all<{ action: string }>();
  return results.map(({ action }) => action);
}

const expectRedirect = async (answer: Promise<Response>, path: string) => {
  const { status, headers } = await answer;
  expect([status, headers.get("location")]).toEqual([303, path]);
};

describe("the page of a tenant's encryption key", () => {
  it("rotates it, disables and enables the old version, and destroys it once it is long enough disabled", async () => {
    const { tenantId, path, ana } = await aKeyring();
    const opened = await textOf(ana.get(path));
    expect(await buttonsOn(opened)).toEqual(["rotate", "settings"]);
    await expectRedirect(ana.post(`${path}/rotate`), path);
    const rotated = await textOf(ana.get(path));
    expect(rotated).toContain("secrets of webhooks and AI providers");
    expect(await buttonsOn(rotated)).toEqual(["versions/1/disable", "rotate", "settings"]);
    await expectRedirect(ana.post(`${path}/versions/1/disable`), path);
    const off = await buttonsOn(await textOf(ana.get(path)));
    expect(off.slice(0, 2)).toEqual(["versions/1/enable", "versions/1/destroy"]);
    const early = await ana.post(`${path}/versions/1/destroy`, {}, { "accept-language": "es" });
    expect(early.status).toBe(409);
    expect(await early.text()).toMatch(
      /role="alert"[^>]*>Solo se destruye una versión desactivada/,
    );
    await expectRedirect(ana.post(`${path}/versions/1/enable`), path);
    await expectRedirect(ana.post(`${path}/versions/1/disable`), path);
    const later = anApp({ now: () => Date.now() + 16_000 });
    const sent = {
      method: "POST",
      headers: { cookie: ana.cookie, "sec-fetch-site": "same-origin" },
      body: new URLSearchParams(),
    };
    expect((await later.request(`${path}/versions/1/destroy`, sent)).status).toBe(303);
    const gone = await textOf(ana.get(path));
    expect(gone).toContain(">destroyed<");
    expect(await buttonsOn(gone)).toEqual(["rotate", "settings"]);
    expect(await auditLinesOf(tenantId)).toEqual([
      "encryption.key_provisioned",
      "encryption.key_rotated",
      "encryption.version_disabled",
      "encryption.version_enabled",
      "encryption.version_disabled",
      "encryption.version_destroyed",
    ]);
  });

  it("makes one new version if the answer to a rotation is lost and the form is sent again", async () => {
    const { tenantId, path, ana } = await aKeyring();
    const { KEYRING } = env;
    const lose = async () => Promise.reject(new Error("lost"));
    const get = (id: DurableObjectId) => ({
      rotate: async (...order: Parameters<Keyring["rotate"]>) => {
        await KEYRING.get(id).rotate(...order);
        return lose();
      },
      view: lose,
    });
    const lossy = { idFromName: (name: string) => KEYRING.idFromName(name), get };
    const { request } = anApp({}, { KEYRING: lossy as unknown as typeof KEYRING });
    const fields = { once: "0123456789abcdef" };
    const cut = await request(`${path}/rotate`, {
      method: "POST",
      headers: { cookie: ana.cookie, "sec-fetch-site": "same-origin" },
      body: new URLSearchParams(fields),
    });
    expect(cut.status).toBe(503);
    await expectRedirect(ana.post(`${path}/rotate`, fields), path);
    expect(await auditLinesOf(tenantId)).toEqual([
      "encryption.key_provisioned",
      "encryption.key_rotated",
    ]);
  });

  it("409 for disabling the current version, 404 for an unknown version or action", async () => {
    const { path, ana } = await aKeyring();
    const statusOf = async (press: string) => (await ana.post(`${path}/${press}`)).status;
    expect(await statusOf("versions/1/disable")).toBe(409);
    expect(await statusOf("versions/7/disable")).toBe(404);
    expect(await statusOf("versions/x/disable")).toBe(404);
    expect(await statusOf("versions/1/burn")).toBe(404);
  });

  it("saves automatic rotation and the lowest version; 409 or 400 with the fault for wrong values", async () => {
    const { path, ana } = await aKeyring();
    await ana.post(`${path}/rotate`);
    const wanted = { minEncryptionVersion: "2", afterDays: "90", afterEncryptions: "" };
    await expectRedirect(ana.post(`${path}/settings`, wanted), path);
    const page = await textOf(ana.get(path));
    expect(page).toContain("after 90 days");
    expect(page).toMatch(/name="minEncryptionVersion"[^>]* value="2"/);
    const never = { ...wanted, afterDays: "" };
    await expectRedirect(ana.post(`${path}/settings`, never), path);
    expect(await textOf(ana.get(path))).toContain("<dd>never</dd>");
    const beyond = await ana.post(`${path}/settings`, { ...wanted, minEncryptionVersion: "9" });
    expect(beyond.status).toBe(409);
    expect(await beyond.text()).toMatch(/name="minEncryptionVersion"[^>]* value="9"/);
    const wrong = await ana.post(`${path}/settings`, { ...wanted, afterDays: "0.5" });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toMatch(/<a href="#afterDays">/);
  });

  it("412 for the second of two people who change the settings", async () => {
    const { path, ana } = await aKeyring();
    const page = await textOf(ana.get(path));
    const [, opened = ""] = /name="opened" value="([^"]+)"/.exec(page) ?? [];
    const sent = { minEncryptionVersion: "1", afterEncryptions: "", opened };
    await expectRedirect(ana.post(`${path}/settings`, { ...sent, afterDays: "30" }), path);
    const second = await ana.post(`${path}/settings`, { ...sent, afterDays: "60" });
    expect(second.status).toBe(412);
  });

  it("has no buttons for a person who may only read it; 403 for their forms", async () => {
    const { tenantId, path } = await aKeyring();
    const reader = await aVisitor("operator", [tenantId]);
    expect(await buttonsOn(await textOf(reader.get(path)))).toEqual([]);
    for (const press of ["rotate", "settings", "versions/1/disable"]) {
      expect((await reader.post(`${path}/${press}`)).status).toBe(403);
    }
  });

  it("404 for each of its forms if the tenant has no key, and makes none", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const path = `/portal/t/${tenantId}/keyring`;
    for (const press of ["rotate", "settings", "versions/1/disable"]) {
      const fields = { minEncryptionVersion: "1" };
      expect((await ana.post(`${path}/${press}`, fields)).status).toBe(404);
    }
    expect(await textOf(ana.get(path))).toContain("This tenant has no key yet");
  });
});
