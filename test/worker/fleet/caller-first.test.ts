import { describe, expect, it } from "vitest";
import { anAgent, type TestAgent } from "../../support/agent.ts";
import { call } from "../../support/call.ts";
import { makeKey } from "../../support/make-csr.ts";
import { anOperator } from "../../support/people.ts";

const WITH_BODY = ["checkin", "events", "rotate-cert"] as const;
type Path = (typeof WITH_BODY)[number];
const BAD = ["{", "[]", `{"csr_pem":"x","more":1,"role":1`, `"${"x".repeat(200_000)}"`];

async function answerOf(answer: Response): Promise<string> {
  return `${answer.status} ${(await answer.json<{ error: string }>()).error}`;
}

const post = (agent: TestAgent, id: string, path: Path, body: string, pem = agent.pem) =>
  agent.call("POST", `/agents/${id}/${path}`, body, { pem });

describe.each(WITH_BODY)("POST /agents/{id}/%s with an invalid body", (path) => {
  it("403 if the path names another agent, with an audit entry for each other id", async () => {
    const [agent, other] = [await anAgent(), await anAgent()];
    for (const body of BAD) {
      for (const id of [other.id, "nobody", "x".repeat(129)]) {
        expect(await answerOf(await post(agent, id, path, body))).toBe("403 agent_id_mismatch");
      }
    }
    const url = `/agents/${other.id}/${path}`;
    const plain = await agent.call("POST", url, "{}", {
      headers: { "content-type": "text/plain" },
    });
    expect(await answerOf(plain)).toBe("403 agent_id_mismatch");
    const audit = `/admin/audit?tenantId=${agent.tenantId}&action=agent.id_mismatch`;
    const log = await call("GET", audit, { as: await anOperator() });
    expect(await log.json()).toMatchObject({ total: 3 });
  });

  it("403 for a revoked agent, 401 for a certificate that no agent holds", async () => {
    const agent = await anAgent();
    const rotated = await (await agent.rotate(await makeKey())).json<{ client_cert_pem: string }>();
    // The next certificate replaces it before it was used.
    expect((await agent.rotate(await makeKey())).status).toBe(200);
    const unheld = await post(agent, agent.id, path, "{", rotated.client_cert_pem);
    expect(unheld.headers.get("www-authenticate")).toBe('ClientCertificate realm="rampart"');
    expect(await answerOf(unheld)).toBe("401 certificate_unknown");
    const as = await anOperator();
    await call("POST", `/admin/fleet/collectors/${agent.tenantId}/${agent.id}/revoke`, { as });
    for (const body of ["{", '{"csr_pem":"x"}']) {
      expect(await answerOf(await post(agent, agent.id, path, body))).toBe("403 agent_revoked");
    }
  });

  it("400 or 413 for the agent itself", async () => {
    const agent = await anAgent();
    const answers = await Promise.all(BAD.map((body) => post(agent, agent.id, path, body)));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 413]);
  });
});

describe("POST /checkin with an invalid body", () => {
  it("403 for a revoked agent, 400 for one that is not revoked", async () => {
    const agent = await anAgent();
    const send = () => agent.call("POST", "/checkin", "{}");
    expect(await answerOf(await send())).toBe("400 invalid_request");
    const as = await anOperator();
    await call("POST", `/admin/fleet/collectors/${agent.tenantId}/${agent.id}/revoke`, { as });
    expect(await answerOf(await send())).toBe("403 agent_revoked");
  });
});
