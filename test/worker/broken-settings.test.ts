import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readRoots } from "../../src/encryption/envelope/roots.ts";
import { aLibrary, QUERY } from "../support/ai-tenant.ts";
import { anApp } from "../support/app.ts";
import { anInspector, FAKE, inspectAs, layer } from "../support/inspection.ts";
import { aKeyedTenant, BY, Clock } from "../support/keyring.ts";

const HELD = "what-nobody-may-read";
const json = (as: string) => ({
  authorization: `Bearer ${as}`,
  "content-type": "application/json",
});

/** The bundle is minified, so frames do not say whose JSON it was. */
function expectNamed(app: ReturnType<typeof anApp>, name: string) {
  const said = app.lines.map(({ failure }) => String(failure)).join("\n");
  expect(said).toContain(`${name} cannot be read`);
  expect(JSON.stringify(app.lines)).not.toContain(HELD);
}

describe("the log names the setting that cannot be read", () => {
  it.each(["[{", `[{"${HELD}": 1}`, '[{"kind":"openai-compatible"}]'])(
    "AI_PROVIDERS %s, of a question that models would be asked",
    async (AI_PROVIDERS) => {
      const { tenantId, as } = await aLibrary();
      const app = anApp({}, { AI_PROVIDERS });
      const body = JSON.stringify({ tenantId, query: QUERY });
      const answer = await app.request("/ai/ask-rag", { method: "POST", headers: json(as), body });
      expect(answer.status).toBe(500);
      expectNamed(app, "AI_PROVIDERS");
    },
  );

  it("OIDC_ISSUERS, of a call with an issuer's token", async () => {
    const app = anApp({}, { OIDC_ISSUERS: `["${HELD}"` });
    const token = `${btoa('{"alg":"ES256"}')}.${btoa('{"iss":"https://a.example"}')}.x`;
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.request("/admin/tenants", { headers })).status).toBe(500);
    expectNamed(app, "OIDC_ISSUERS");
  });

  it.each([
    HELD,
    "{}",
    "null",
    JSON.stringify({ kty: "OKP", crv: "Ed25519", x: HELD, d: HELD, kid: "k" }),
  ])("WEBHOOK_SIGNING_KEY %s, and no half of a key is published", async (WEBHOOK_SIGNING_KEY) => {
    const app = anApp({}, { WEBHOOK_SIGNING_KEY });
    expect((await app.request("/.well-known/webhook-keys.json")).status).toBe(500);
    expectNamed(app, "WEBHOOK_SIGNING_KEY");
  });
});

describe("a broken AI_PROVIDERS", () => {
  it("keeps no message from being inspected: the fourth layer alone is unavailable", async () => {
    const app = anApp({}, { AI_PROVIDERS: "[{" });
    const read = await inspectAs(await anInspector(), FAKE, {}, app);
    expect(layer(read, "L4")).toEqual({ layer: "L4", score: 0, signals: ["unavailable"] });
    expect(read.verdict).not.toBe("clean");
    const told = app.lines.filter(({ event }) => event === "inspection_without_models");
    expect(told).toEqual([
      expect.objectContaining({ level: "error", reason: expect.stringContaining("AI_PROVIDERS") }),
    ]);
  });
});

describe("what the log says of keys", () => {
  afterEach(() => vi.restoreAllMocks());

  const spied = () => {
    const said = vi.spyOn(console, "log").mockImplementation(() => {});
    return () => said.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string });
  };

  it.each([
    ["", "it is missing"],
    [`{"current":2,"roots":{"1":"${HELD}"}}`, "it is not as the runbook has it"],
  ])("ENCRYPTION_ROOTS that is broken is told once by an isolate", async (text, reason) => {
    readRoots(env);
    const lines = spied();
    const broken = { ...env, ENCRYPTION_ROOTS: text };
    expect([readRoots(broken), readRoots(broken)]).toEqual([null, null]);
    expect(lines()).toEqual([{ level: "error", event: "encryption_roots_broken", reason }]);
    readRoots(env);
  });

  it("a keyring that breaks off says whose it is", async () => {
    const tenantId = await aKeyedTenant(new Clock());
    const stub = env.KEYRING.get(env.KEYRING.idFromName(tenantId));
    await runInDurableObject(stub, (_object, { storage }) => {
      storage.sql.exec("alter table versions rename to versions_gone");
    });
    const lines = spied();
    await stub.rotate(Date.now(), BY);
    const line = lines().find(({ event }) => event === "keyring_failed");
    expect(line).toMatchObject({ level: "error", tenantId });
  });
});
