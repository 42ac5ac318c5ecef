import { describe, expect, it, vi } from "vitest";
import { estIssuer } from "../../../src/certificates/issue-by-est.ts";
import { cloudflareIssuer } from "../../../src/certificates/issue-by-cloudflare.ts";
import type { IssueOrder } from "../../../src/certificates/issuer.ts";

const DAY_SECONDS = 86_400;

const csr = { der: new Uint8Array(), keyFingerprint: "" } as IssueOrder["csr"];
const order = { tenantId: "t", agentId: "a", csr, ttlDays: 1, now: 0, renewal: false };

function issuersThatSay(retryAfter: string) {
  const headers = { "retry-after": retryAfter };
  const fetch = async () => new Response("{}", { status: 503, headers });
  return [
    cloudflareIssuer({ zoneId: "z", token: "t", chainPem: "", fetch }),
    estIssuer({ url: "https://ca.test", fetch }),
  ];
}

describe("the wait that a certificate authority asks for", () => {
  it.each([
    ["120", 120],
    ["999999999", DAY_SECONDS],
    ["Infinity", DAY_SECONDS],
    ["-1", 30],
    ["Thu, 01 Jan 1970 00:02:00 GMT", 120],
    ["Fri, 02 Jan 1970 00:00:01 GMT", DAY_SECONDS],
    ["Wed, 31 Dec 1969 23:59:59 GMT", 30],
    ["soon", 30],
  ])("%s is passed on as %i seconds, by either issuer", async (asked, told) => {
    for (const issuer of issuersThatSay(asked)) {
      const answer = await issuer.issue(order);
      expect(answer).toMatchObject({ error: "issuer_unavailable", retryAfterSeconds: told });
    }
  });
});

describe("the CSR sent to a company's certificate authority", () => {
  it("is base64 in lines of 64 characters, as OpenSSL reads no longer ones", async () => {
    const der = crypto.getRandomValues(new Uint8Array(900));
    let body = "";
    const fetch = async (_url: unknown, init?: RequestInit) => {
      body = typeof init?.body === "string" ? init.body : "";
      return new Response("", { status: 403 });
    };
    const est = estIssuer({ url: "https://ca.test", fetch });
    await est.issue({ ...order, csr: { ...csr, der } });
    expect(body).toMatch(/^(?:.{64}\n)+.{1,64}\n$/);
    expect(Buffer.from(body, "base64")).toEqual(Buffer.from(der));
  });
});

describe("an answer of a certificate authority that does not end", () => {
  it("is abandoned after 128 KiB and gives issuer_unavailable", async () => {
    let pieces = 0;
    const body = new ReadableStream<Uint8Array>({
      // Somewhere it must end for the test.
      pull: (to) => (++pieces > 1_000 ? to.close() : to.enqueue(new Uint8Array(1_024).fill(32))),
    });
    const fetch = async () => new Response(body);
    const issuer = cloudflareIssuer({ zoneId: "z", token: "t", chainPem: "", fetch });
    expect(await issuer.issue(order)).toMatchObject({ error: "issuer_unavailable" });
    expect(pieces).toBeLessThan(135);
  });
});

describe("the revocation of a certificate by the zone", () => {
  it.each([
    [200, true],
    [404, true],
    [403, false],
    [500, false],
  ])("answered with %i counts as done: %s", async (status, isRevoked) => {
    const fetch = async () => new Response("{}", { status });
    const zone = cloudflareIssuer({ zoneId: "z", token: "t", chainPem: "", fetch });
    expect(await zone.revoke("c1")).toBe(isRevoked);
  });
});

describe("a certificate authority that refuses", () => {
  const full = { success: false, result: null, errors: [{ code: 1445, message: "quota" }] };

  it("is logged with its status and code, at most once a minute", async () => {
    const told = vi.spyOn(console, "log").mockImplementation(() => {});
    const fetch = async () => Response.json(full, { status: 400 });
    const zone = cloudflareIssuer({ zoneId: "z", token: "t", chainPem: "", fetch });
    const est = estIssuer({ url: "https://ca.test", fetch });
    for (const [seconds, issuer] of [
      [100, zone],
      [159, zone],
      [160, est],
    ] as const) {
      const answer = await issuer.issue({ ...order, now: seconds * 1000 });
      expect(answer).toMatchObject({ status: 503, error: "issuer_unavailable" });
    }
    const lines = told.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown);
    told.mockRestore();
    const refused = { level: "error", event: "issuer_refused", status: 400 };
    expect(lines).toMatchObject([
      { ...refused, issuer: "cloudflare", code: 1445 },
      { ...refused, issuer: "est" },
    ]);
  });
});
