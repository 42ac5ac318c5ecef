import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { estIssuer } from "../../src/certificates/issue-by-est.ts";
import { readCsr } from "../../src/certificates/read-csr.ts";
import { isRefusal } from "../../src/http/index.ts";
import { KINDS, Openssl } from "../support/openssl.ts";
import { fetchWith, serveTls, type TlsServer } from "../support/serve-tls.ts";

const exists = Openssl.exists();
if (!exists) console.warn("SKIPPED: openssl is not installed, the EST issuer is untested");

const agent = { tenantId: "acme", agentId: "0198c0de-0000-7000-8000-000000000001" };
const PKCS7 = { "content-type": "application/pkcs7-mime; smime-type=certs-only" };

/** A company CA that speaks RFC 7030 and has openssl do the work. */
describe.skipIf(!exists)("estIssuer against a TLS server", () => {
  const openssl = new Openssl();
  const asked: string[] = [];
  let server: TlsServer;
  let mode: "chain" | "leaf only" | "pending" | "refuses" | "other key" | "garbage" = "chain";

  const pkcs7 = (...names: string[]) => {
    const files = names.flatMap((name) => ["-certfile", name]);
    openssl.run("crl2pkcs7", "-nocrl", ...files, "-outform", "DER", "-out", "answer.p7");
    return openssl.run("base64", "-in", "answer.p7");
  };

  function enroll(csr: string) {
    openssl.write("in.b64", `${csr.replace(/(.{64})/g, "$1\n")}\n`);
    openssl.run("base64", "-d", "-in", "in.b64", "-out", "in.der");
    const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "20"];
    openssl.write("client.cnf", "extendedKeyUsage=clientAuth\n");
    openssl.run(
      "x509",
      "-req",
      "-inform",
      "DER",
      "-in",
      "in.der",
      ...by,
      "-extfile",
      "client.cnf",
      "-out",
      "leaf.pem",
    );
    const names = mode === "chain" ? ["root.pem", "leaf.pem", "ca.pem"] : ["leaf.pem"];
    return {
      status: 200,
      headers: { ...PKCS7, "content-transfer-encoding": "base64" },
      body: pkcs7(...names),
    };
  }

  beforeAll(async () => {
    openssl.makeCa();
    for (const name of ["server", "rampart"]) {
      openssl.makeCsr(name, KINDS["P-256"] ?? []);
      openssl.write("san.cnf", "subjectAltName=IP:127.0.0.1\n");
      const by = ["-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial", "-days", "10"];
      openssl.run(
        "x509",
        "-req",
        "-in",
        `${name}.csr`,
        ...by,
        "-extfile",
        "san.cnf",
        "-out",
        `${name}.pem`,
      );
    }
    const tls = {
      cert: openssl.read("server.pem"),
      key: openssl.read("server.key"),
      ca: openssl.read("root.pem"),
      requestCert: true,
      rejectUnauthorized: true,
    };
    server = await serveTls(tls, ({ request, body, peer }) => {
      asked.push(
        `${peer} ${request.method} ${request.url} ${request.headers["content-type"] ?? ""}`.trim(),
      );
      if (request.url?.endsWith("/cacerts")) {
        return { status: 200, headers: PKCS7, body: pkcs7("root.pem", "ca.pem") };
      }
      if (mode === "pending") return { status: 202, headers: { "retry-after": "120" } };
      if (mode === "refuses") return { status: 403, body: "no" };
      if (mode === "garbage") return { status: 200, headers: PKCS7, body: "AAAA" };
      if (mode === "other key") return { status: 200, headers: PKCS7, body: pkcs7("server.pem") };
      return enroll(body);
    });
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    openssl[Symbol.dispose]();
  });

  async function issue(renewal = false) {
    asked.length = 0;
    const csr = await readCsr(openssl.makeCsr("a", KINDS["P-256"] ?? []));
    if (isRefusal(csr)) throw new Error(csr.error);
    const fetch = fetchWith({
      ca: openssl.read("root.pem"),
      cert: openssl.read("rampart.pem"),
      key: openssl.read("rampart.key"),
    });
    const issuer = estIssuer({ url: `${server.url}/.well-known/est/agents`, fetch });
    return issuer.issue({ ...agent, csr, ttlDays: 30, now: Date.now(), renewal });
  }

  it("enrols as itself and gives leaf and chain, issuing first", async () => {
    mode = "chain";
    const issued = await issue();
    if (isRefusal(issued)) throw new Error(issued.error);
    expect(asked).toEqual(["rampart POST /.well-known/est/agents/simpleenroll application/pkcs10"]);
    openssl.write("got.pem", issued.pem);
    openssl.write("got-chain.pem", issued.chainPem);
    const verified = openssl.run(
      "verify",
      "-CAfile",
      "root.pem",
      "-untrusted",
      "got-chain.pem",
      "got.pem",
    );
    expect(verified).toContain("OK");
    const first = openssl.run("x509", "-in", "got-chain.pem", "-noout", "-subject");
    expect(first).toContain("Test Agents");
    const print = openssl.run("x509", "-in", "got.pem", "-noout", "-fingerprint", "-sha256");
    expect(print.replaceAll(":", "").toLowerCase()).toContain(issued.fingerprint);
  });

  it("renews under the name that EST has for it", async () => {
    mode = "chain";
    await issue(true);
    expect(asked[0]).toContain("/simplereenroll");
  });

  it("asks for the chain where the answer has none", async () => {
    mode = "leaf only";
    const issued = await issue();
    if (isRefusal(issued)) throw new Error(issued.error);
    expect(asked.at(-1)).toBe("rampart GET /.well-known/est/agents/cacerts");
    expect(issued.chainPem.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
  });

  it("503 with the CA's own Retry-After while it has not decided", async () => {
    mode = "pending";
    expect(await issue()).toMatchObject({
      status: 503,
      error: "issuer_pending",
      retryAfterSeconds: 120,
      action: "retry_later",
    });
  });

  it.each(["refuses", "garbage", "other key"] as const)("503 when the CA %s", async (how) => {
    mode = how;
    expect(await issue()).toMatchObject({ status: 503, error: "issuer_unavailable" });
  });
});
