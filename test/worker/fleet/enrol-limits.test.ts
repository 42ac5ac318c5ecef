import { describe, expect, it } from "vitest";
import { aCode, enrolWith } from "../../support/agent.ts";
import { call } from "../../support/call.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";

/** Twice the limit and one, because a new minute may begin while the test runs. */
const ENOUGH = { address: 41, code: 121 };

const fourDigits = () => crypto.randomUUID().slice(0, 4);
const aNetwork = () => `2001:db8:${fourDigits()}:${fourDigits()}`;
const from = () => `${aNetwork()}::1`;
const freshCsr = async () => makeCsr(await makeKey());

function enrolFrom(address: string, code: string, csr: string): Promise<Response> {
  return call("POST", "/enroll", {
    body: { enrollment_code: code, csr_pem: csr },
    headers: { "cf-connecting-ip": address },
  });
}

/** Tries until it gets 429. */
async function limitedBy(turns: number, attempt: (n: number) => Promise<Response>) {
  for (let n = 0; n < turns; n += 1) {
    const answer = await attempt(n);
    if (answer.status === 429) return answer;
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('EnrollmentCode realm="rampart"');
    await answer.body?.cancel();
  }
  throw new Error(`${turns} failures met no limit`);
}

describe("POST /enroll with repeated failures", () => {
  it("429 with Retry-After from one address with any codes, but 200 for a valid code from there", async () => {
    const address = from();
    const csr = await freshCsr();
    const madeUp = (n: number) => enrolFrom(address, `rmp_enr_made_up_${n}`, csr);
    const limited = await limitedBy(ENOUGH.address, madeUp);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThanOrEqual(60);
    expect(await limited.json()).toMatchObject({
      error: "too_many_failures",
      retryable: true,
      action: "retry_later",
    });
    expect((await enrolFrom(from(), "rmp_enr_made_up", csr)).status).toBe(401);
    const { code } = await aCode();
    expect((await enrolFrom(address, code, csr)).status).toBe(200);
  });

  it("429 from one IPv6 network, whatever the address in it", async () => {
    const network = aNetwork();
    const csr = await freshCsr();
    const madeUp = (n: number) => enrolFrom(`${network}::${n}:${n}`, `rmp_enr_made_up_${n}`, csr);
    expect((await limitedBy(ENOUGH.address, madeUp)).status).toBe(429);
    expect((await enrolFrom(from(), "rmp_enr_made_up", csr)).status).toBe(401);
  });

  it("429 with one code from any address, but its agent gets the same answer again", async () => {
    const { code } = await aCode();
    const own = await freshCsr();
    const first = await (await enrolWith(code, own)).json();
    const other = await freshCsr();
    const limited = await limitedBy(ENOUGH.code, () => enrolFrom(from(), code, other));
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThanOrEqual(60);
    const again = await enrolFrom(from(), code, own);
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual(first);
    const fresh = await aCode();
    expect((await enrolFrom(from(), fresh.code, other)).status).toBe(200);
  });
});
