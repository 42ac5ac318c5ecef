import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { Provider } from "../support/oidc-provider.ts";

const ENGLISH = { headers: { "accept-language": "en" } };
const SECRET = "s3cret-of-the-client";

/** An isolate logs each broken setting once, so each test has a setting of its own. */
const broken: [name: string, setting: () => string, reason?: string][] = [
  ["is not JSON", () => `[{"clientSecret": "${SECRET}" "x"}]`],
  ["is not a list", () => `{"clientSecret": "${SECRET}"}`],
  [
    "has one issuer that is wrong beside a good one",
    () => {
      const [good] = JSON.parse(new Provider().settings()) as [{ signIn: object }];
      const signIn = { ...good.signIn, clientSecret: SECRET, tokenUri: "nowhere" };
      return JSON.stringify([good, { ...good, signIn }]);
    },
  ],
  [
    "has two providers with one id",
    () => {
      const [good] = JSON.parse(new Provider().settings()) as [{ signIn: object }];
      const signIn = { ...good.signIn, clientSecret: SECRET };
      return JSON.stringify([good, { ...good, issuer: "https://other.example", signIn }]);
    },
    "each signIn needs an id of its own",
  ],
];

describe("a broken OIDC_ISSUERS setting", () => {
  it.each(broken)(
    "that %s: sign-in offers passkeys but no provider; it is logged once, without the secret",
    async (_name, setting, reason = "OIDC_ISSUERS cannot be read") => {
      const app = anApp({}, { OIDC_ISSUERS: setting() });
      const pages = [
        await app.request("/portal/sign-in", ENGLISH),
        await app.request("/portal/sign-in", ENGLISH),
      ];
      for (const page of pages) {
        expect(page.status).toBe(200);
        const text = await page.text();
        expect(text).toContain('action="/portal/sign-in/passkey"');
        expect(text).not.toContain("/portal/oidc/");
      }
      const told = app.lines.filter(({ event }) => event === "oidc_issuers_broken");
      const why = expect.stringContaining(reason) as string;
      expect(told).toEqual([expect.objectContaining({ level: "error", reason: why })]);
      expect(JSON.stringify(app.lines)).not.toContain(SECRET);
    },
  );

  it("500 for an issuer's token and for a sign-in by provider", async () => {
    const app = anApp({}, { OIDC_ISSUERS: "[" });
    const token = `${btoa('{"alg":"ES256"}')}.${btoa('{"iss":"https://a.example"}')}.x`;
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.request("/admin/tenants", { headers })).status).toBe(500);
    expect((await app.request("/portal/oidc/acme")).status).toBe(500);
  });
});
