import { expect, it } from "vitest";
import { anAgent, errorOf, type TestAgent, tlsOf } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The certificate's 30 days, and 30 more in which it can still rotate. */
const LAST_DAY_MS = 60 * DAY_MS;

/** Calls of the agent at a time, by its first certificate unless another is given. */
function callsOf(agent: TestAgent) {
  const start = Date.now();
  return async (after: number, what: string, body: object, pem = agent.pem) => {
    const { request } = anApp({ now: () => start + after });
    return request(`http://rampart.test/agents/${agent.id}/${what}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      cf: { tlsClientAuth: tlsOf(pem) },
    });
  };
}

const pemOf = async (answer: Response) =>
  (await answer.json<{ client_cert_pem: string }>()).client_cert_pem;

it("an expired certificate's last rotation is repeated after the 30 days, if its answer was lost", async () => {
  const agent = await anAgent();
  const ask = callsOf(agent);
  const body = { csr_pem: await makeCsr(await makeKey()) };
  const lost = await pemOf(await ask(LAST_DAY_MS - HOUR_MS, "rotate-cert", body));
  expect(await errorOf(await ask(LAST_DAY_MS + HOUR_MS, "checkin", {}))).toBe(
    "401 certificate_expired retry_later",
  );
  const again = await ask(LAST_DAY_MS + HOUR_MS, "rotate-cert", body);
  expect(again.status).toBe(200);
  expect(await pemOf(again)).toBe(lost);
  expect((await ask(LAST_DAY_MS + 2 * HOUR_MS, "checkin", {}, lost)).status).toBe(200);
});

it("after the 30 days no other key gets a certificate, and none once the lost one has lapsed", async () => {
  const agent = await anAgent();
  const ask = callsOf(agent);
  const body = { csr_pem: await makeCsr(await makeKey()) };
  const other = { csr_pem: await makeCsr(await makeKey()) };
  expect((await ask(LAST_DAY_MS - HOUR_MS, "rotate-cert", body)).status).toBe(200);
  const re_enroll = "401 re_enroll re_enroll";
  expect(await errorOf(await ask(LAST_DAY_MS + HOUR_MS, "rotate-cert", other))).toBe(re_enroll);
  for (const what of ["rotate-cert", "checkin"]) {
    const late = await ask(LAST_DAY_MS + 7 * DAY_MS, what, what === "checkin" ? {} : body);
    expect(await errorOf(late)).toBe(re_enroll);
  }
});
