import { describe, expect, it } from "vitest";
import { cloudflareIssuer } from "../../src/certificates/issue-by-cloudflare.ts";
import { estIssuer } from "../../src/certificates/issue-by-est.ts";
import type { IssueOrder } from "../../src/certificates/issuer.ts";
import { forward } from "../../src/events/forward.ts";
import type { QueuedEvent } from "../../src/events/read-message.ts";

/** An answer whose headers arrived, and whose body breaks off and cannot even be cancelled. */
function broken(status: number): Response {
  const cancel = () => Promise.reject(new Error("it broke off"));
  return new Response(new ReadableStream({ cancel }), { status });
}

describe("an answer whose body breaks off, but whose status says enough", () => {
  it("counts as a revocation by Cloudflare (200)", async () => {
    const fetch = async () => broken(200);
    const issuer = cloudflareIssuer({ zoneId: "z", token: "t", chainPem: "", fetch });
    expect(await issuer.revoke("one")).toBe(true);
  });

  it("counts as a CA that has not decided yet (202)", async () => {
    const csr = { der: new Uint8Array(), keyFingerprint: "" } as IssueOrder["csr"];
    const order = { tenantId: "t", agentId: "a", csr, ttlDays: 1, now: 0, renewal: false };
    const fetch = async () => broken(202);
    const answer = await estIssuer({ url: "https://ca.test", fetch }).issue(order);
    expect(answer).toMatchObject({ error: "issuer_pending" });
  });

  it("counts as accepted events (200), or as one refused event (400)", async () => {
    const events = ["good", "bad"].map((line) => ({ line }) as QueuedEvent);
    const sent: string[] = [];
    const target = {
      url: "https://siem.test",
      token: undefined,
      fetch: async (_url: unknown, init?: RequestInit) => {
        const body = typeof init?.body === "string" ? init.body : "";
        sent.push(body);
        return broken(body.includes("bad") ? 400 : 200);
      },
    };
    const taken: string[] = [];
    const refused = await forward(target, events, async (some) => {
      taken.push(...some.map(({ line }) => line));
    });
    expect([taken, refused.map(({ line }) => line)]).toEqual([["good"], ["bad"]]);
    expect(sent).toEqual(["good\nbad\n", "good\n", "bad\n"]);
  });
});
