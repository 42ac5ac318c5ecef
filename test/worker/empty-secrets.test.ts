import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { aMember, anApiKey, anOperator, aTenant } from "../support/people.ts";

/** As a deployment has them whose secret was put from an empty file, or was never put. */
const NONE = ["", undefined] as unknown as string[];

function expectNamed({ lines }: ReturnType<typeof anApp>, name: string) {
  const failures = lines.flatMap(({ failure }) => (typeof failure === "string" ? [failure] : []));
  expect(failures.length).toBeGreaterThan(0);
  for (const failure of failures) expect(failure).toContain(`${name} cannot be read`);
}

describe("a secret that is empty or missing", () => {
  it.each(NONE)("500 for a new API key while API_KEY_MAC_SECRET is %j", async (secret) => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const app = anApp({}, { API_KEY_MAC_SECRET: secret });
    const answer = await app.request(`/admin/tenants/${tenantId}/api-keys`, {
      method: "POST",
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "key", scopes: ["urlsearch"] }),
    });
    expect(answer.status).toBe(500);
    expectNamed(app, "API_KEY_MAC_SECRET");
  });

  it.each(NONE)("500 for the sign-in page while API_KEY_MAC_SECRET is %j", async (secret) => {
    const app = anApp({}, { API_KEY_MAC_SECRET: secret });
    expect((await app.request("/portal/sign-in")).status).toBe(500);
    expectNamed(app, "API_KEY_MAC_SECRET");
  });

  it("500 for a stream of speech with a token that anybody could sign with an empty key", async () => {
    const said = { aud: "voice", jti: crypto.randomUUID(), exp: Date.now() + 30_000 };
    const tenantId = await aTenant();
    const [, , id] = (await aMember(tenantId)).split("_");
    const claims = { ...said, tid: tenantId, sub: `token:${id}` };
    const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
    const mac = createHmac("sha256", "").update(`rampart speech token\n${payload}`);
    const protocols = `bearer, ${payload}.${mac.digest("base64url")}`;
    const app = anApp({}, { API_KEY_MAC_SECRET: "" });
    const headers = { upgrade: "websocket", "sec-websocket-protocol": protocols };
    expect((await app.request("/ai/voice/stream", { headers })).status).toBe(500);
    expectNamed(app, "API_KEY_MAC_SECRET");
  });

  it.each(NONE)(
    "500 for an inspection and for an address of mail while INDICATOR_HMAC_KEY is %j; other look-ups go on",
    async (secret) => {
      const tenantId = await aTenant();
      const key = await anApiKey(tenantId, ["antispam", "darkweb", "urlsearch"]);
      const headers = { "x-tenant-id": tenantId, "x-api-key": key };
      const app = anApp({}, { INDICATOR_HMAC_KEY: secret });
      const inspected = await app.request("/api/v1/antispam", {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ channel: "sms", sender: "INFO", body: "Your code is 123456" }),
      });
      const looked = await app.request("/api/v1/darkweb?type=email&value=ana@shop.example", {
        headers,
      });
      expect([inspected.status, looked.status]).toEqual([500, 500]);
      expectNamed(app, "INDICATOR_HMAC_KEY");
      const url = "/api/v1/urlsearch?value=https://shop.example/";
      expect((await app.request(url, { headers })).status).toBe(200);
    },
  );
});
