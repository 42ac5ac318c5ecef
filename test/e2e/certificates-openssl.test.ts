import { describe, expect, it } from "vitest";
import { openAuthority, readChain } from "../../src/certificates/authority.ts";
import { localIssuer } from "../../src/certificates/issue-locally.ts";
import { readCertificate } from "../../src/certificates/read-certificate.ts";
import { fromPem } from "../../src/certificates/pem.ts";
import { readCsr } from "../../src/certificates/read-csr.ts";
import { isRefusal } from "../../src/http/index.ts";
import { KINDS, Openssl } from "../support/openssl.ts";

const exists = Openssl.exists();
if (!exists)
  console.warn("SKIPPED: openssl is not installed, its view of our certificates is untested");

const trustDomain = "agents.test";
const agent = { tenantId: "acme", agentId: "0198c0de-0000-7000-8000-000000000001" };
const CAS = ["P-256", "P-384", "RSA 2048", "Ed25519"] as const;
const KEYS = ["P-256", "P-384", "RSA 2048", "RSA 3072", "Ed25519"] as const;

async function issueFor(openssl: Openssl, csrPem: string, ttlDays = 30): Promise<string> {
  const chain = readChain(openssl.read("chain.pem"));
  const authority = () => openAuthority(openssl.read("ca.key"), chain);
  const csr = await readCsr(csrPem);
  if (isRefusal(csr)) throw new Error(csr.error);
  const issuer = localIssuer({ authority, chain, trustDomain });
  const issued = await issuer.issue({ ...agent, csr, ttlDays, now: Date.now(), renewal: false });
  if (isRefusal(issued)) throw new Error(issued.error);
  expect(issued.chainPem).toBe(
    openssl.run("x509", "-in", "ca.pem") + openssl.run("x509", "-in", "root.pem"),
  );
  return issued.pem;
}

describe.skipIf(!exists)("openssl with our certificates", () => {
  it.each(CAS)("verifies leaves of every key kind under a %s CA", async (kind) => {
    using openssl = new Openssl();
    openssl.makeCa(KINDS[kind]);
    for (const key of KEYS) {
      openssl.write("leaf.pem", await issueFor(openssl, openssl.makeCsr("a", KINDS[key] ?? [])));
      const strict = ["-x509_strict", "-purpose", "sslclient", "-CAfile", "root.pem"];
      expect(openssl.run("verify", ...strict, "-untrusted", "ca.pem", "leaf.pem")).toContain("OK");
      const server = ["-purpose", "sslserver", "-CAfile", "root.pem", "-untrusted", "ca.pem"];
      expect(() => openssl.run("verify", ...server, "leaf.pem")).toThrow(/purpose/);
    }
  });

  it("reads the names, usages and key identifiers as they were meant", async () => {
    using openssl = new Openssl();
    openssl.makeCa();
    const wishes = ["-addext", "subjectAltName=URI:spiffe://agents.test/tenant/other/agent/x"];
    const csr = openssl.makeCsr("boss", KINDS["P-256"] ?? [], wishes);
    openssl.write("leaf.pem", await issueFor(openssl, csr, 90));
    // As openssl 3.2 and later write names, there are no blanks around "=".
    const written = ["-text", "-nameopt", "oneline"];
    const text = openssl.run("x509", "-in", "leaf.pem", "-noout", ...written);
    expect(text).toContain(`URI:spiffe://agents.test/tenant/acme/agent/${agent.agentId}`);
    expect(text).toContain(`Subject: O = acme, CN = ${agent.agentId}`);
    expect(text).not.toContain("other");
    expect(text).not.toContain("boss");
    expect(text).toMatch(/Basic Constraints: critical\s+CA:FALSE/);
    expect(text).toMatch(/Key Usage: critical\s+Digital Signature\n/);
    expect(text).toMatch(/Extended Key Usage: \s+TLS Web Client Authentication\n/);
    expect(text).toContain("Subject Key Identifier");
    const ca = openssl.run("x509", "-in", "ca.pem", "-noout", "-ext", "subjectKeyIdentifier");
    const keyId = ca.trim().split("\n").at(-1)?.trim() ?? "none";
    expect(text.replaceAll("keyid:", "")).toMatch(
      new RegExp(`Authority Key Identifier: \\s+${keyId}`),
    );
  });

  it("agrees with readCertificate on the serial and the end date", async () => {
    using openssl = new Openssl();
    openssl.makeCa();
    const pem = await issueFor(openssl, openssl.makeCsr("a", KINDS["P-256"] ?? []));
    openssl.write("leaf.pem", pem);
    const [der] = fromPem(pem, ["CERTIFICATE"]) ?? [];
    const read = der && readCertificate(der);
    const said = openssl.run("x509", "-in", "leaf.pem", "-noout", "-enddate", "-serial");
    expect(said).toContain(
      `serial=${Buffer.from(read?.serial ?? [])
        .toString("hex")
        .toUpperCase()}`,
    );
    expect(new Date(/notAfter=(.*)/.exec(said)?.[1] ?? "").getTime()).toBe(read?.notAfter);
  });
});

describe.skipIf(!exists)("readCsr with requests that openssl makes", () => {
  it.each(KEYS)("accepts %s", async (kind) => {
    using openssl = new Openssl();
    expect(isRefusal(await readCsr(openssl.makeCsr("a", KINDS[kind] ?? [])))).toBe(false);
  });

  it.each([
    ["P-521", [], "csr_key_unsupported"],
    ["RSA 1024", [], "csr_key_size"],
    ["RSA 2048", ["-sha1"], "csr_signature_unsupported"],
    ["P-256", ["-sha512"], "accepted"],
    ["RSA 2048", ["-sigopt", "rsa_padding_mode:pss"], "csr_signature_unsupported"],
  ])("gives for %s %j: %s", async (kind, more, expected) => {
    using openssl = new Openssl();
    const csr = await readCsr(openssl.makeCsr("a", KINDS[kind] ?? [], more));
    expect(isRefusal(csr) ? csr.error : "accepted").toBe(expected);
    if (isRefusal(csr)) expect(csr.status).toBe(400);
  });
});
