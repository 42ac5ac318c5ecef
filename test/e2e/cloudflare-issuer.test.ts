import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cloudflareIssuer } from "../../src/certificates/issue-by-cloudflare.ts";
import { readCsr } from "../../src/certificates/read-csr.ts";
import { isRefusal } from "../../src/http/index.ts";
import { KINDS, Openssl } from "../support/openssl.ts";
import { fetchWith, serveTls, type TlsServer } from "../support/serve-tls.ts";

const exists = Openssl.exists();
if (!exists) console.warn("SKIPPED: openssl is not installed, the cloudflare issuer is untested");

const agent = { tenantId: "acme", agentId: "0198c0de-0000-7000-8000-000000000001" };
const BASE = "/client/v4/zones/zone-1/client_certificates";
const JSON_TYPE = { "content-type": "application/json" };

/** The documented protocol, held strictly: wrong path, token or field is an error answer. */
describe.skipIf(!exists)("cloudflareIssuer against a TLS server", () => {
  const openssl = new Openssl();
  let server: TlsServer;
  let mode: "fine" | "limited" | "other key" = "fine";
  const revoked: string[] = [];

  beforeAll(async () => {
    openssl.makeCa();
    openssl.makeCsr("server", KINDS["P-256"] ?? []);
    openssl.write("san.cnf", "subjectAltName=IP:127.0.0.1\n");
    sign("server.csr", "server.pem", 10, ["-extfile", "san.cnf"]);
    const tls = {
      cert: openssl.read("server.pem") + openssl.read("ca.pem"),
      key: openssl.read("server.key"),
    };
    server = await serveTls(tls, ({ request, body }) => {
      const fail = (status: number, headers = {}) => ({
        status,
        headers: { ...JSON_TYPE, ...headers },
        body: JSON.stringify({
          success: false,
          errors: [{ code: 1000 }],
          messages: [],
          result: null,
        }),
      });
      if (request.headers.authorization !== "Bearer token-1") return fail(403);
      if (request.method === "DELETE" && request.url === `${BASE}/cert-1`) {
        revoked.push("cert-1");
        return {
          status: 200,
          headers: JSON_TYPE,
          body: JSON.stringify({ success: true, result: {} }),
        };
      }
      if (request.method !== "POST" || request.url !== BASE) return fail(404);
      const { csr, validity_days: days, ...more } = JSON.parse(body) as Record<string, unknown>;
      if (Object.keys(more).length > 0 || typeof csr !== "string" || typeof days !== "number")
        return fail(400);
      if (mode === "limited") return fail(429, { "retry-after": "77" });
      openssl.write("in.csr", csr);
      sign(mode === "other key" ? "server.csr" : "in.csr", "leaf.pem", days);
      const result = { id: "cert-1", certificate: openssl.read("leaf.pem"), csr, status: "active" };
      return {
        status: 200,
        headers: JSON_TYPE,
        body: JSON.stringify({ success: true, errors: [], result }),
      };
    });
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    openssl[Symbol.dispose]();
  });

  function sign(csr: string, out: string, days: number, more: string[] = []): void {
    const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", String(days)];
    openssl.run("x509", "-req", "-in", csr, ...by, ...more, "-out", out);
  }

  const issuer = (token = "token-1") =>
    cloudflareIssuer({
      zoneId: "zone-1",
      token,
      chainPem: openssl.read("ca.pem"),
      fetch: fetchWith({ ca: openssl.read("root.pem") }),
      api: `${server.url}/client/v4`,
    });

  async function issue(token = "token-1") {
    const csr = await readCsr(openssl.makeCsr("a", KINDS["RSA 2048"] ?? []));
    if (isRefusal(csr)) throw new Error(csr.error);
    return issuer(token).issue({ ...agent, csr, ttlDays: 30, now: Date.now(), renewal: false });
  }

  it("gives the zone's certificate and what it is called there", async () => {
    mode = "fine";
    const issued = await issue();
    if (isRefusal(issued)) throw new Error(issued.error);
    expect(issued.reference).toBe("cert-1");
    expect(issued.chainPem).toBe(openssl.read("ca.pem"));
    expect(Math.round((issued.notAfter - issued.notBefore) / 86_400_000)).toBe(30);
    openssl.write("got.pem", issued.pem);
    expect(
      openssl.run("verify", "-CAfile", "root.pem", "-untrusted", "ca.pem", "got.pem"),
    ).toContain("OK");
  });

  it("503 with the API's Retry-After when it is limited", async () => {
    mode = "limited";
    expect(await issue()).toMatchObject({ status: 503, retryAfterSeconds: 77 });
  });

  it("503 when the certificate is for another key, or the token is wrong", async () => {
    mode = "other key";
    expect(await issue()).toMatchObject({ status: 503, error: "issuer_unavailable" });
    mode = "fine";
    expect(await issue("token-2")).toMatchObject({ status: 503, error: "issuer_unavailable" });
  });

  it("revokes by that name, and says when it could not", async () => {
    expect(await issuer().revoke("cert-1")).toBe(true);
    expect(revoked).toEqual(["cert-1"]);
    expect(await issuer("token-2").revoke("cert-1")).toBe(false);
  });
});
