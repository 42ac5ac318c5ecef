import { createHash } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect } from "vitest";
import { anApp } from "./app.ts";

export const ORIGIN = "https://portal.example";
export const CALLBACK = `${ORIGIN}/portal/oidc/acme/callback`;

export type Claims = Record<string, unknown>;

/** A provider that follows the standard: each code works once, and only for the browser that began. */
export class Provider {
  readonly url = `https://${crypto.randomUUID()}.example`;
  readonly pair = generateKeyPair("ES256", { extractable: true });
  private readonly codes = new Map<string, { query: URLSearchParams; claims: Claims }>();
  now = Date.now();

  settings(more: object = {}): string {
    return JSON.stringify([
      {
        issuer: this.url,
        audience: "rampart-api",
        jwksUri: `${this.url}/jwks`,
        algorithms: ["ES256"],
        grants: "member",
        roles: { admins: "owner", readers: "viewer" },
        signIn: {
          id: "acme",
          name: "Acme Login",
          clientId: "portal",
          clientSecret: "s3cret",
          authorizationUri: `${this.url}/authorize?prompt=login`,
          tokenUri: `${this.url}/token`,
          ...more,
        },
      },
    ]);
  }

  /** Signs somebody in at the provider; returns the code that the browser brings back. */
  authorize(location: string, claims: Claims): string {
    const { searchParams: query } = new URL(location);
    expect(query.get("response_type")).toBe("code");
    expect(query.get("code_challenge_method")).toBe("S256");
    const code = crypto.randomUUID();
    this.codes.set(code, { query, claims });
    return code;
  }

  /** A token of the provider's own, as Ana's programs send it. */
  async bearer(claims: Claims): Promise<string> {
    const at = Math.floor(this.now / 1000);
    const own = { sub: "ana", aud: "rampart-api", iss: this.url, iat: at, exp: at + 600 };
    return new SignJWT({ ...own, ...claims })
      .setProtectedHeader({ alg: "ES256", kid: "k1" })
      .sign((await this.pair).privateKey);
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const { publicKey } = await this.pair;
    if (pathname === "/jwks") {
      return Response.json({ keys: [{ ...(await exportJWK(publicKey)), kid: "k1" }] });
    }
    // The Worker must not follow redirects: another server would get the client's secret.
    expect(request.redirect).toBe("manual");
    return this.redeem(new URLSearchParams(await request.text()));
  };

  private async redeem(form: URLSearchParams): Promise<Response> {
    const code = form.get("code") ?? "";
    const begun = this.codes.get(code);
    this.codes.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const fits =
      begun?.query.get("code_challenge") === challenge &&
      begun.query.get("redirect_uri") === form.get("redirect_uri") &&
      begun.query.get("client_id") === form.get("client_id") &&
      form.get("client_secret") === "s3cret" &&
      form.get("grant_type") === "authorization_code";
    if (begun === undefined || !fits) {
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    }
    const at = Math.floor(this.now / 1000);
    const claims = { sub: "ana", role: "admins", aud: "portal", iss: this.url };
    const nonce = begun.query.get("nonce");
    const times = { iat: at, exp: at + 600 };
    const payload = { ...claims, ...times, nonce, name: "Ana Ruiz", ...begun.claims };
    const token = await new SignJWT(payload)
      .setProtectedHeader({ alg: "ES256", kid: "k1" })
      .sign((await this.pair).privateKey);
    return Response.json({ id_token: token, access_token: "x", token_type: "Bearer" });
  }
}

export function aBrowser(provider: Provider) {
  const app = anApp(
    { now: () => provider.now, fetch: provider.fetch },
    { OIDC_ISSUERS: provider.settings() },
  );
  const get = (path: string, cookie = "") =>
    app.request(`${ORIGIN}${path}`, { headers: { cookie, "accept-language": "en" } });
  const set = async () => {
    const answer = await get("/portal/oidc/acme");
    expect(answer.status).toBe(303);
    const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const location = answer.headers.get("location") ?? "";
    return { cookie, location, state: new URL(location).searchParams.get("state") ?? "" };
  };
  const back = (query: Record<string, string>, cookie: string) =>
    get(`/portal/oidc/acme/callback?${new URLSearchParams(query).toString()}`, cookie);
  return { app, get, set, back };
}

/** Gives a function that signs in anew with these claims. */
export function enterWith(provider: Provider) {
  const { set, back } = aBrowser(provider);
  return async (claims: Claims) => {
    const { cookie, location, state } = await set();
    return back({ code: provider.authorize(location, claims), state }, cookie);
  };
}

export function sessionOf(answer: Response): string {
  return (
    answer.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith("__Host-sid="))
      ?.split(";")[0] ?? ""
  );
}
