import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cloudflareIssuer } from "../../src/certificates/issue-by-cloudflare.ts";
import { readCsr } from "../../src/certificates/read-csr.ts";
import { withstandOutage } from "../../src/certificates/withstand-outage.ts";
import { isRefusal } from "../../src/http/index.ts";
import { CloudflareApi } from "../support/cloudflare-api.ts";
import { KINDS, Openssl } from "../support/openssl.ts";

const exists = Openssl.exists();
if (!exists) console.warn("SKIPPED: openssl is not installed, the cloudflare issuer is untested");

const agent = { tenantId: "acme", agentId: "0198c0de-0000-7000-8000-000000000001" };

describe.skipIf(!exists)("cloudflareIssuer against a TLS server", () => {
  const zone = new CloudflareApi();
  const { openssl } = zone;

  beforeAll(() => zone.open());
  afterAll(() => zone[Symbol.asyncDispose]());

  const issuer = (token = "token-1", api = zone.url) =>
    withstandOutage(
      cloudflareIssuer({
        zoneId: "zone-1",
        token,
        chainPem: openssl.read("ca.pem"),
        fetch: zone.fetch,
        api,
      }),
    );

  async function issue(by = issuer()) {
    const csr = await readCsr(openssl.makeCsr("a", KINDS["RSA 2048"] ?? []));
    if (isRefusal(csr)) throw new Error(csr.error);
    return by.issue({ ...agent, csr, ttlDays: 30, now: Date.now(), renewal: false });
  }

  it("gives the zone's certificate and its id there", async () => {
    zone.mode = "fine";
    const issued = await issue();
    if (isRefusal(issued)) throw new Error(issued.error);
    expect(issued.reference).toBe("cert-1");
    expect(issued.chainPem).toBe(openssl.read("ca.pem"));
    expect(Math.round((issued.notAfter - issued.notBefore) / 86_400_000)).toBe(30);
    openssl.write("got.pem", issued.pem);
    const trusted = ["-CAfile", "root.pem", "-untrusted", "ca.pem", "got.pem"];
    expect(openssl.run("verify", ...trusted)).toContain("OK");
  });

  it("503 with the API's Retry-After when the API limits our calls", async () => {
    zone.mode = "limited";
    expect(await issue()).toMatchObject({ status: 503, retryAfterSeconds: 77 });
  });

  it("503 when the certificate is for another key, or the token is wrong", async () => {
    zone.mode = "other key";
    expect(await issue()).toMatchObject({ status: 503, error: "issuer_unavailable" });
    zone.mode = "fine";
    const refused = await issue(issuer("token-2"));
    expect(refused).toMatchObject({ status: 503, error: "issuer_unavailable" });
  });

  it("503 with retry_later when the API cannot be reached", async () => {
    const gone = await issue(issuer("token-1", "https://127.0.0.1:1"));
    expect(gone).toMatchObject({ status: 503, retryAfterSeconds: 30, action: "retry_later" });
  });

  it("revokes a certificate by its id, and returns false when it could not", async () => {
    expect(await issuer().revoke("cert-1")).toBe(true);
    expect(zone.revoked).toEqual(["cert-1"]);
    expect(await issuer("token-2").revoke("cert-1")).toBe(false);
  });
});
