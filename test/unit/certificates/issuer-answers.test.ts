import { describe, expect, it } from "vitest";
import { cloudflareIssuer } from "../../../src/certificates/issue-by-cloudflare.ts";
import { estIssuer } from "../../../src/certificates/issue-by-est.ts";
import { toPem } from "../../../src/certificates/pem.ts";
import { type Bytes, TAG } from "../../../src/certificates/read-der.ts";
import { readCsr } from "../../../src/certificates/read-csr.ts";
import * as der from "../../../src/certificates/write-der.ts";
import { settle } from "../../../src/http/index.ts";
import { certify, makeCsr, makeKey } from "../../support/make-csr.ts";

const [key, by] = [await makeKey(), await makeKey()];
const leaf = await certify(key, { subject: "leaf", issuer: "ca", by });
const ca = await certify(by, { subject: "ca", issuer: "ca", by });
const order = {
  tenantId: "acme",
  agentId: "a",
  csr: settle(await readCsr(await makeCsr(key))),
  ttlDays: 1,
  now: Date.now(),
  renewal: false,
};
/** What the same authority gave to somebody else. */
const foreign = await certify(await makeKey(), { subject: "leaf", issuer: "ca", by });
const refused = { status: 503, error: "issuer_unavailable" };

/** A fetch with this answer, and the method and redirect mode of each request. */
function answering(answer: () => Response) {
  const asked: [method: string | undefined, redirect: string | undefined][] = [];
  const fetch = async (_url: unknown, { method, redirect }: RequestInit = {}) => {
    asked.push([method, redirect]);
    return answer();
  };
  return { asked, fetch };
}

const moved = () => new Response(null, { status: 307, headers: { location: "https://b.test/" } });

describe("an answer of the zone's certificate API", () => {
  const said = {
    success: true,
    errors: [],
    result: { id: "c1", certificate: toPem("CERTIFICATE", leaf) },
  };
  const zoneThat = (answer: () => Response) => {
    const { asked, fetch } = answering(answer);
    const chainPem = toPem("CERTIFICATE", ca);
    return { asked, zone: cloudflareIssuer({ zoneId: "z", token: "t", chainPem, fetch }) };
  };

  it("gives a certificate if it reports success", async () => {
    const { zone } = zoneThat(() => Response.json(said));
    expect(await zone.issue(order)).toMatchObject({
      reference: "c1",
      pem: said.result.certificate,
    });
  });

  it.each<[string, object, number]>([
    ["says that it failed", { ...said, success: false }, 200],
    ["does not say whether it succeeded", { ...said, success: undefined }, 200],
    ["reports success as text", { ...said, success: "true" }, 200],
    ["has status 500", said, 500],
    ["has no id", { ...said, result: { ...said.result, id: undefined } }, 200],
    [
      "is for another key",
      { ...said, result: { id: "c1", certificate: toPem("CERTIFICATE", foreign) } },
      200,
    ],
  ])("gives no certificate if it %s, even if one is in it", async (_what, answer, status) => {
    const { zone } = zoneThat(() => Response.json(answer, { status }));
    expect(await zone.issue(order)).toMatchObject(refused);
  });

  it("is not followed if it redirects, as the token would go along", async () => {
    const { zone, asked } = zoneThat(moved);
    expect(await zone.issue(order)).toMatchObject(refused);
    expect(await zone.revoke("c1")).toBe(false);
    expect(asked).toEqual([
      ["POST", "manual"],
      ["DELETE", "manual"],
    ]);
  });
});

describe("an answer of a company's certificate authority", () => {
  const pkcs7 = certsOnly(leaf, ca);
  const headers = { "content-type": "application/pkcs7-mime; smime-type=certs-only" };
  const caThat = (answer: () => Response) => {
    const { asked, fetch } = answering(answer);
    return { asked, est: estIssuer({ url: "https://ca.test/est", fetch }) };
  };

  it.each([201, 203, 206, 299, 400, 500])("gives no certificate with status %i", async (status) => {
    const { est } = caThat(() => new Response(pkcs7, { status, headers }));
    expect(await est.issue(order)).toMatchObject(refused);
  });

  it("gives a certificate with status 200 and the content type of PKCS#7", async () => {
    const { est } = caThat(() => new Response(pkcs7, { headers }));
    expect(await est.issue(order)).toMatchObject({ pem: toPem("CERTIFICATE", leaf) });
    const asText = caThat(() => new Response(pkcs7, { headers: { "content-type": "text/plain" } }));
    expect(await asText.est.issue(order)).toMatchObject(refused);
  });

  it("gives no certificate if none in it is for the agent's key", async () => {
    const { est } = caThat(() => new Response(certsOnly(foreign, ca), { headers }));
    expect(await est.issue(order)).toMatchObject(refused);
  });

  it("is not followed if it redirects", async () => {
    const { est, asked } = caThat(moved);
    expect(await est.issue(order)).toMatchObject(refused);
    expect(asked).toEqual([["POST", "manual"]]);
  });
});

/** Certificates alone, as RFC 7030 (4.1.3) sends them. */
function certsOnly(...certificates: Bytes[]): string {
  const data = der.sequence(der.oid("1.2.840.113549.1.7.1"));
  const version = der.element(TAG.integer, Uint8Array.of(1));
  const signed = der.sequence(version, der.set(), data, der.context(0, ...certificates), der.set());
  const whole = der.sequence(der.oid("1.2.840.113549.1.7.2"), der.context(0, signed));
  return Buffer.from(whole).toString("base64");
}
