import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { estIssuer } from "../../src/certificates/issue-by-est.ts";
import { readCsr } from "../../src/certificates/read-csr.ts";
import { isRefusal } from "../../src/http/index.ts";
import { EstCa } from "../support/est-ca.ts";
import { KINDS, Openssl } from "../support/openssl.ts";

const exists = Openssl.exists();
if (!exists) console.warn("SKIPPED: openssl is not installed, the EST issuer is untested");

const agent = { tenantId: "acme", agentId: "0198c0de-0000-7000-8000-000000000001" };

describe.skipIf(!exists)("estIssuer against a TLS server", () => {
  const ca = new EstCa();
  const { openssl, asked } = ca;

  beforeAll(() => ca.open());
  afterAll(() => ca[Symbol.asyncDispose]());

  async function issue(renewal = false) {
    asked.length = 0;
    const csr = await readCsr(openssl.makeCsr("a", KINDS["P-256"] ?? []));
    if (isRefusal(csr)) throw new Error(csr.error);
    const issuer = estIssuer({ url: ca.url, fetch: ca.fetch });
    return issuer.issue({ ...agent, csr, ttlDays: 30, now: Date.now(), renewal });
  }

  it("enrols as rampart and gives the leaf and the chain, the issuing CA first", async () => {
    ca.mode = "chain";
    const issued = await issue();
    if (isRefusal(issued)) throw new Error(issued.error);
    expect(asked).toEqual(["rampart POST /.well-known/est/agents/simpleenroll application/pkcs10"]);
    openssl.write("got.pem", issued.pem);
    openssl.write("got-chain.pem", issued.chainPem);
    const trusted = ["-CAfile", "root.pem", "-untrusted", "got-chain.pem", "got.pem"];
    expect(openssl.run("verify", ...trusted)).toContain("OK");
    const first = openssl.run("x509", "-in", "got-chain.pem", "-noout", "-subject");
    expect(first).toContain("Test Agents");
    const print = openssl.run("x509", "-in", "got.pem", "-noout", "-fingerprint", "-sha256");
    expect(print.replaceAll(":", "").toLowerCase()).toContain(issued.fingerprint);
  });

  it("renews by simplereenroll", async () => {
    ca.mode = "chain";
    await issue(true);
    expect(asked[0]).toContain("/simplereenroll");
  });

  it("asks for the chain by cacerts if the answer has none", async () => {
    ca.mode = "leaf only";
    const issued = await issue();
    if (isRefusal(issued)) throw new Error(issued.error);
    expect(asked.at(-1)).toBe("rampart GET /.well-known/est/agents/cacerts");
    expect(issued.chainPem.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
  });

  it("503 with the CA's own Retry-After while the CA has not decided", async () => {
    ca.mode = "pending";
    expect(await issue()).toMatchObject({
      status: 503,
      error: "issuer_pending",
      retryAfterSeconds: 120,
      action: "retry_later",
    });
  });

  it.each(["refuses", "garbage", "other key"] as const)("503 when the CA %s", async (how) => {
    ca.mode = how;
    expect(await issue()).toMatchObject({ status: 503, error: "issuer_unavailable" });
  });
});
