import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { agentUri } from "../../../src/certificates/agent-uri.ts";
import { openAuthority, readChain } from "../../../src/certificates/authority.ts";
import { identifyCertificate, type Trust } from "../../../src/certificates/identify-certificate.ts";
import { localIssuer } from "../../../src/certificates/issue-locally.ts";
import type { IssuedCertificate } from "../../../src/certificates/issuer.ts";
import { fromPem, toBase64, toHex, toPem } from "../../../src/certificates/pem.ts";
import type { KeyKind } from "../../../src/certificates/public-key.ts";
import { readCertificate } from "../../../src/certificates/read-certificate.ts";
import { readCsr } from "../../../src/certificates/read-csr.ts";
import { oid } from "../../../src/certificates/write-der.ts";
import { isRefusal } from "../../../src/http/index.ts";
import { DAY_MS, readClientCertificate } from "../../../src/platform/index.ts";
import {
  anExtension,
  certify,
  makeCa,
  makeCsr,
  makeKey,
  makeLeaf,
  makeLeafWith,
} from "../../support/make-csr.ts";

const NOW = Date.UTC(2026, 5, 1);
const trustDomain = "agents.test";
const agent = { tenantId: "acme", agentId: "0198c0de-0000-7000-8000-000000000001" };

async function makeIssuer(kind: KeyKind = "P-256", ca = makeCa(kind)) {
  const { keyPem, chainPem } = await ca;
  const chain = readChain(chainPem);
  const authority = () => openAuthority(keyPem, chain);
  const issuer = localIssuer({ authority, chain, trustDomain });
  const issue = async (now = NOW) => {
    const csr = await readCsr(await makeCsr(await makeKey()));
    if (isRefusal(csr)) throw new Error(csr.error);
    return issuer.issue({ ...agent, csr, ttlDays: 30, now, renewal: false });
  };
  return { chain, issue };
}

function leafOf({ pem }: IssuedCertificate): string {
  const [der] = fromPem(pem, ["CERTIFICATE"]) ?? [];
  if (der === undefined) throw new Error("no certificate");
  return toBase64(der);
}

let chain: Awaited<ReturnType<typeof makeIssuer>>["chain"];
let issued: IssuedCertificate;
let leaf: string;

beforeAll(async () => {
  const issuer = await makeIssuer();
  ({ chain } = issuer);
  const outcome = await issuer.issue();
  if (isRefusal(outcome)) throw new Error(outcome.error);
  issued = outcome;
  leaf = leafOf(issued);
});

const good = () => ({ verified: "SUCCESS", revoked: false, leaf });

async function outcomeOf(
  change: Partial<ReturnType<typeof good>>,
  { by = "worker", now = NOW }: { by?: "worker" | "edge"; now?: number } = {},
): Promise<string> {
  const trust: Trust = by === "edge" ? { by } : { by, chain };
  const found = await identifyCertificate({ ...good(), ...change }, { trust, trustDomain, now });
  if (isRefusal(found)) return `${found.status} ${found.error}`;
  if (found.revoked) return "revoked";
  return found.expired ? "expired" : "known";
}

describe("localIssuer", () => {
  it.each(["P-256", "P-384", "RSA", "Ed25519"] as const)("issues under a %s CA", async (kind) => {
    const { issue, chain } = await makeIssuer(kind);
    const outcome = await issue();
    if (isRefusal(outcome)) throw new Error(outcome.error);
    const trust = { by: "worker", chain } as const;
    const presented = { verified: "NONE", revoked: false, leaf: leafOf(outcome) };
    const found = await identifyCertificate(presented, { trust, trustDomain, now: NOW });
    expect(found).toMatchObject({ identity: agent, fingerprint: outcome.fingerprint });
  });

  it("takes no chain with a certificate that is no CA's, in whatever place", async () => {
    const { chainPem } = await makeCa();
    const leafPem = toPem("CERTIFICATE", await makeLeaf("urn:x"));
    for (const pem of [leafPem, leafPem + chainPem, chainPem + leafPem]) {
      expect(() => readChain(pem)).toThrow("must be PEM CA certificates");
    }
    expect(readChain(chainPem + chainPem).certificates).toHaveLength(2);
  });

  it("backdates by a minute and issues for the days asked", () => {
    expect(issued.notBefore).toBe(NOW - 60_000);
    expect(issued.notAfter).toBe(NOW + 30 * DAY_MS);
  });

  it("issues no certificate beyond the end of its CA, and 503 once the CA has ended", async () => {
    const dates = { notBefore: 0, notAfter: NOW + DAY_MS };
    const { issue } = await makeIssuer("P-256", makeCa("P-256", dates));
    const outcome = await issue();
    if (isRefusal(outcome)) throw new Error(outcome.error);
    expect(outcome.notAfter).toBe(NOW + DAY_MS);
    expect(await issue(NOW + DAY_MS)).toMatchObject({
      status: 503,
      error: "issuer_unavailable",
      action: "retry_later",
    });
  });

  it("logs a warning when its CA is about to end, and an error when it has ended", async () => {
    const said = vi.spyOn(console, "log").mockImplementation(() => {});
    const dates = { notBefore: 0, notAfter: NOW + 40 * DAY_MS };
    const { issue } = await makeIssuer("P-256", makeCa("P-256", dates));
    for (const now of [NOW, NOW + 11 * DAY_MS, dates.notAfter]) await issue(now);
    const told = said.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
    said.mockRestore();
    const until = new Date(dates.notAfter).toISOString();
    expect(told).toEqual([
      { level: "warn", event: "issuer_ends_soon", from: "1970-01-01T00:00:00.000Z", until },
      { level: "error", event: "issuer_out_of_dates", from: "1970-01-01T00:00:00.000Z", until },
    ]);
  });

  it("logs the coming end of its CA once an hour, and its end once a minute", async () => {
    const said = vi.spyOn(console, "log").mockImplementation(() => {});
    const { issue } = await makeIssuer(
      "P-256",
      makeCa("P-256", { notBefore: 0, notAfter: NOW + DAY_MS }),
    );
    for (const at of [0, 1, 3_599_999, 3_600_000]) await issue(NOW + at);
    for (const at of [0, 59_999, 60_000]) await issue(NOW + DAY_MS + at);
    const told = said.mock.calls.map(
      ([line]) => (JSON.parse(String(line)) as { event: string }).event,
    );
    said.mockRestore();
    const [soon, over] = ["issuer_ends_soon", "issuer_out_of_dates"];
    expect(told).toEqual([soon, soon, over, over]);
  });

  it("503 before its CA begins", async () => {
    const { issue } = await makeIssuer(
      "P-256",
      makeCa("P-256", { notBefore: NOW, notAfter: 2 * NOW }),
    );
    expect(await issue(NOW - 1)).toMatchObject({ status: 503, error: "issuer_unavailable" });
    expect(isRefusal(await issue(NOW))).toBe(false);
  });

  it("gives every certificate another serial with 128 random bits", async () => {
    const { issue } = await makeIssuer();
    const serials = new Set<string>();
    for (let turn = 0; turn < 20; turn += 1) {
      const outcome = await issue();
      if (!isRefusal(outcome)) serials.add(outcome.serial);
    }
    expect(serials.size).toBe(20);
    expect([...serials].every((serial) => /^01[0-9a-f]{32}$/.test(serial))).toBe(true);
  });

  it("rejects a CA key that does not belong to the chain", async () => {
    const [one, other] = await Promise.all([makeCa(), makeCa()]);
    await expect(openAuthority(one.keyPem, readChain(other.chainPem))).rejects.toThrow(
      "does not belong",
    );
  });

  it("imports the CA key so that it cannot be read out", async () => {
    const { keyPem, chainPem } = await makeCa();
    const { key } = await openAuthority(keyPem, readChain(chainPem));
    expect(key.key.extractable).toBe(false);
    expect(key.key.usages).toEqual(["sign"]);
  });
});

describe("identifyCertificate", () => {
  it.each([
    ["verified", {}, { by: "edge" }, "known"],
    ["revoked, though the edge has verified it", { revoked: true }, { by: "edge" }, "revoked"],
    [
      "self-signed",
      { verified: "FAILED:self signed certificate" },
      { by: "edge" },
      "401 certificate_untrusted",
    ],
    [
      "reported as expired by the edge, but not expired",
      { verified: "FAILED:certificate has expired" },
      { by: "edge" },
      "401 certificate_untrusted",
    ],
    ["a leaf the edge left out", { leaf: "" }, { by: "edge" }, "401 certificate_untrusted"],
    ["garbage", { leaf: "AAAA" }, { by: "edge" }, "401 certificate_untrusted"],
    ["signed by our chain", {}, { by: "worker" }, "known"],
    ["signed by our chain, unknown to the edge", { verified: "FAILED" }, { by: "worker" }, "known"],
    ["revoked", { revoked: true }, { by: "worker" }, "revoked"],
  ] as const)("decides on a certificate: %s", async (_name, change, options, expected) => {
    expect(await outcomeOf(change, options)).toBe(expected);
  });

  it("marks an expired certificate as expired; 401 before its begin", async () => {
    const now = issued.notAfter + 1000;
    const verified = "FAILED:certificate has expired";
    expect(await outcomeOf({ verified }, { by: "edge", now })).toBe("expired");
    expect(await outcomeOf({ verified }, { by: "worker", now })).toBe("expired");
    expect(await outcomeOf({}, { now: issued.notBefore - 1 })).toBe("401 certificate_untrusted");
  });

  it("accepts a certificate from its first moment to its last, both included", async () => {
    for (const by of ["edge", "worker"] as const) {
      expect(await outcomeOf({}, { by, now: issued.notBefore })).toBe("known");
      expect(await outcomeOf({}, { by, now: issued.notAfter })).toBe("known");
    }
    const verified = "FAILED:certificate has expired";
    expect(await outcomeOf({ verified }, { now: issued.notAfter + 1 })).toBe("expired");
  });

  it("401 for a certificate for servers only", async () => {
    const forUse = async (...uses: string[]) => {
      const usages = anExtension("2.5.29.37", ...uses.map(oid));
      return outcomeOf({ leaf: toBase64(await makeLeafWith(usages)) }, { by: "edge" });
    };
    const [server, client] = ["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"];
    expect(await forUse(server)).toBe("401 certificate_untrusted");
    expect(await forUse(server, client)).toBe("known");
  });

  it("401 for a certificate of another CA with the same name", async () => {
    const outcome = await (await makeIssuer()).issue();
    if (isRefusal(outcome)) throw new Error(outcome.error);
    expect(await outcomeOf({ leaf: leafOf(outcome) })).toBe("401 certificate_untrusted");
  });

  it("401 for a certificate that names another issuer, though the key of our CA signed it", async () => {
    const { key: by, chainPem } = await makeCa();
    const trust = { by: "worker", chain: readChain(chainPem) } as const;
    const statusFor = async (issuer: string) => {
      const dates = { notBefore: 0, notAfter: NOW + DAY_MS };
      const der = await certify(await makeKey(), { subject: "agent", issuer, by, ...dates });
      const presented = { ...good(), leaf: toBase64(der) };
      const found = await identifyCertificate(presented, { trust, trustDomain, now: NOW });
      return isRefusal(found) ? found.status : 200;
    };
    expect(await statusFor("Test CA")).toBe(200);
    expect(await statusFor("Another CA")).toBe(401);
  });

  it("accepts certificates of each CA in a chain, even if the CAs have one name", async () => {
    const [one, other] = [await makeCa(), await makeCa()];
    const both = readChain(`${one.chainPem}\n${other.chainPem}`);
    for (const ca of [one, other]) {
      const outcome = await (await makeIssuer("P-256", Promise.resolve(ca))).issue();
      if (isRefusal(outcome)) throw new Error(outcome.error);
      const presented = { ...good(), leaf: leafOf(outcome) };
      const options = { trust: { by: "worker", chain: both }, trustDomain, now: NOW } as const;
      const { fingerprint } = outcome;
      expect(await identifyCertificate(presented, options)).toMatchObject({ fingerprint });
    }
  });

  it("401 for the CA's own certificate", async () => {
    const ca = toBase64(chain.certificates[0].der);
    expect(await outcomeOf({ leaf: ca })).toBe("401 certificate_untrusted");
  });

  it("reads an identity only in our own trust domain", async () => {
    const options = { trust: { by: "edge" }, trustDomain: "other.test", now: NOW } as const;
    expect(await identifyCertificate(good(), options)).toMatchObject({ identity: undefined });
  });

  it("reads no identity if a certificate names two agents", async () => {
    const own = agentUri(trustDomain, agent);
    const other = agentUri(trustDomain, { ...agent, agentId: "another" });
    const options = { trust: { by: "edge" }, trustDomain, now: NOW } as const;
    const identityIn = async (...uris: string[]) => {
      const found = await identifyCertificate(
        { ...good(), leaf: toBase64(await makeLeaf(...uris)) },
        options,
      );
      return isRefusal(found) ? found.error : found.identity;
    };
    expect(await identityIn(own)).toEqual(agent);
    expect(await identityIn(own, other)).toBeUndefined();
  });

  it("finds only the client usage and the agent's URI in an issued certificate", () => {
    const [der] = fromPem(issued.pem, ["CERTIFICATE"]) ?? [];
    const read = der && readCertificate(der);
    expect(read).toMatchObject({
      isCa: false,
      usages: ["1.3.6.1.5.5.7.3.2"],
      uris: [`spiffe://agents.test/tenant/acme/agent/${agent.agentId}`],
    });
  });
});

describe("the extensions of an issued certificate", () => {
  const holds = (hex: string) => {
    const [der] = fromPem(issued.pem, ["CERTIFICATE"]) ?? [];
    return der !== undefined && toHex(der).includes(hex);
  };

  it("allow signing only, and no CA, both critical", () => {
    // Key usage: critical, the one bit digitalSignature. Basic constraints: critical, no CA.
    expect(holds("0603551d0f0101ff040403020780")).toBe(true);
    expect(holds("0603551d130101ff04023000")).toBe(true);
  });

  it("name the key that signed the certificate", () => {
    const { key } = chain.certificates[0].publicKey;
    const id = createHash("sha256").update(key).digest("hex").slice(0, 40);
    expect(holds(`0603551d23041830168014${id}`)).toBe(true);
  });
});

describe("readClientCertificate", () => {
  const read = (tlsClientAuth?: Record<string, string>) =>
    readClientCertificate(
      new Request("https://rampart.test/", {
        headers: { "client-cert": `:${leaf}:`, "cf-client-cert-sha256": issued.fingerprint },
        cf: tlsClientAuth === undefined ? {} : { tlsClientAuth },
      }),
    );

  it("ignores a certificate in a header", () => {
    expect(read()).toBeUndefined();
    expect(read({ certPresented: "0", certVerified: "NONE" })).toBeUndefined();
  });

  it("reads the edge's result, and takes missing values as the worst", () => {
    const edge = { certPresented: "1", certVerified: "SUCCESS", certRFC9440: `:${leaf}:` };
    expect(read({ ...edge, certRevoked: "0" })).toEqual(good());
    expect(read({ ...edge, certRevoked: "1" })?.revoked).toBe(true);
    expect(read(edge)?.revoked).toBe(true);
    expect(read({ certPresented: "1", certRevoked: "0" })).toEqual({
      verified: "FAILED",
      revoked: false,
      leaf: "",
    });
  });
});
