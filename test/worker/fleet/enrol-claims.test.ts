import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { readCsr } from "../../../src/certificates/read-csr.ts";
import { claimKey } from "../../../src/fleet/agent-key-store.ts";
import { isRefusal } from "../../../src/http/index.ts";
import { database, uuidv7 } from "../../../src/platform/index.ts";
import { aCode, anAgent, enrolWith, type EnrollResponse } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { deafDatabase, dyingDatabase, overtakenDatabase } from "../../support/dying-database.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";
import { aTenant } from "../../support/people.ts";

const HOUR_MS = 3_600_000;

async function fingerprintOf(csr: string): Promise<string> {
  const read = await readCsr(csr);
  if (isRefusal(read)) throw new Error(read.error);
  return read.keyFingerprint;
}

/** An enrolment at a given time, on a given D1. */
function enrolAt(now: number, code: string, csr: string, DB = env.DB): Promise<Response> {
  return enrolIn(anApp({ now: () => now }, { DB }), code, csr);
}

function enrolIn({ request }: ReturnType<typeof anApp>, code: string, csr: string) {
  return request("http://rampart.test/enroll", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ enrollment_code: code, csr_pem: csr }),
  });
}

async function errorOf(answer: Response): Promise<string> {
  return `${answer.status} ${(await answer.json<{ error: string }>()).error}`;
}

async function ownerOf(csr: string): Promise<unknown> {
  const row = env.DB.prepare("SELECT agent_id FROM agent_keys WHERE key_fingerprint = ?");
  return row.bind(await fingerprintOf(csr)).first("agent_id");
}

/** A key claimed at a given time by an enrolment that died before its agent was made. */
async function claimedAt(then: number): Promise<string> {
  const csr = await makeCsr(await makeKey());
  const owner = { tenantId: await aTenant(), agentId: uuidv7(then) };
  await claimKey(database(env), await fingerprintOf(csr), owner);
  return csr;
}

describe("a key claimed by an enrolment that died", () => {
  it("409 within the hour, 200 for another code after it", async () => {
    const { code } = await aCode();
    const fresh = await claimedAt(Date.now() - HOUR_MS + 60_000);
    expect(await errorOf(await enrolWith(code, fresh))).toBe("409 key_in_use");
    const lapsed = await claimedAt(Date.now() - HOUR_MS);
    const answer = await enrolWith(code, lapsed);
    expect(answer.status).toBe(200);
    const { agent_id: made } = await answer.json<EnrollResponse>();
    expect(await ownerOf(lapsed)).toBe(made);
  });

  it("409 within the hour, 200 after it, for an agent that rotates to the key", async () => {
    const agent = await anAgent();
    const rotate = async (csr_pem: string) =>
      agent.call("POST", `/agents/${agent.id}/rotate-cert`, { csr_pem });
    const fresh = await claimedAt(Date.now() - HOUR_MS + 60_000);
    expect(await errorOf(await rotate(fresh))).toBe("409 key_in_use");
    const lapsed = await claimedAt(Date.now() - HOUR_MS);
    expect((await rotate(lapsed)).status).toBe(200);
    expect(await ownerOf(lapsed)).toBe(agent.id);
    const { code } = await aCode();
    expect(await errorOf(await enrolWith(code, lapsed))).toBe("409 key_in_use");
  });

  it("gets one agent if three codes enrol it at once", async () => {
    const codes = await Promise.all([aCode(), aCode(), aCode()]);
    const csr = await claimedAt(Date.now() - HOUR_MS);
    const answers = await Promise.all(codes.map(({ code }) => enrolWith(code, csr)));
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    const { agent_id: agentId } = await (made[0] as Response).json<EnrollResponse>();
    expect(await ownerOf(csr)).toBe(agentId);
  });

  it("401 for the first code if another code enrolled the key meanwhile", async () => {
    const [slow, quick] = [await aCode(), await aCode()];
    const csr = await makeCsr(await makeKey());
    let taken: Response | undefined;
    // Overtaken between its claim of the key and its agent, when it looks up the tenant's settings.
    const DB = overtakenDatabase(async () => {
      taken ??= await enrolWith(quick.code, csr);
    });
    const then = Date.now() - 2 * HOUR_MS;
    expect(await errorOf(await enrolAt(then, slow.code, csr, DB))).toBe("401 code_consumed");
    expect(taken?.status).toBe(200);
    const { agent_id: made } = await (taken as Response).json<EnrollResponse>();
    expect(await ownerOf(csr)).toBe(made);
    for (const now of [then, Date.now()]) {
      expect(await errorOf(await enrolAt(now, slow.code, csr))).toBe("401 code_consumed");
    }
  });

  it("409 for another code if the agent lives but is missing in D1; its own code lists it again", async () => {
    const tenantId = await aTenant();
    const { code } = await aCode({ tenantId, maxUses: 2 });
    const other = await aCode();
    const csr = await makeCsr(await makeKey());
    const then = Date.now() - 2 * HOUR_MS;
    // The tenant's settings are cached from here on.
    expect((await enrolAt(then, code, await makeCsr(await makeKey()))).status).toBe(200);
    const lost = await enrolAt(then, code, csr, deafDatabase({ done: false }));
    expect(lost.status).toBe(500);
    expect(await errorOf(await enrolWith(other.code, csr))).toBe("409 key_in_use");
    const found = await enrolWith(code, csr);
    expect(found.status).toBe(200);
    expect(await ownerOf(csr)).toBe((await found.json<EnrollResponse>()).agent_id);
  });
});

describe("an enrolment that fails midway", () => {
  const away = () => Promise.resolve(new Response(null, { status: 503 }));
  const CA_AWAY = {
    AGENT_ISSUER: "est",
    EST_URL: "https://ca.test",
    EST_CA: { fetch: away } as unknown as Fetcher,
  };
  const ENOUGH = 20;

  it("200 for the same key at once, wherever D1 fails while the CA is unreachable", async () => {
    const met: string[] = [];
    for (let calls = 0; calls < ENOUGH && !met.includes("503, then 200"); calls += 1) {
      const { code } = await aCode();
      const csr = await makeCsr(await makeKey());
      const failing = anApp({}, { ...CA_AWAY, DB: dyingDatabase(calls) });
      const first = await enrolIn(failing, code, csr);
      met.push(`${first.status}, then ${(await enrolWith(code, csr)).status}`);
    }
    expect(new Set(met)).toEqual(new Set(["500, then 200", "503, then 200"]));
  });

  it("200 for another key wherever D1 fails, unless the agent was already made", async () => {
    const met: string[] = [];
    for (let calls = 0; calls < ENOUGH && !met.at(-1)?.startsWith("200"); calls += 1) {
      const { code, id } = await aCode();
      const csr = await makeCsr(await makeKey());
      const first = await enrolIn(anApp({}, { DB: dyingDatabase(calls) }), code, csr);
      const other = await enrolWith(code, await makeCsr(await makeKey()));
      met.push(`${first.status} ${other.status} ${(await enrolWith(code, csr)).status}`);
      const agents = env.DB.prepare("SELECT count(*) AS n FROM agents WHERE code_id = ?");
      expect(await agents.bind(id).first("n")).toBe(1);
    }
    expect(met.slice(-2)).toEqual(["500 401 200", "200 401 200"]);
    expect(new Set(met.slice(0, -2))).toEqual(new Set(["500 200 401"]));
  });
});
