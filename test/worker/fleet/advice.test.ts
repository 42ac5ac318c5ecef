import { describe, expect, it } from "vitest";
import { aCode, anAgent } from "../../support/agent.ts";
import { call } from "../../support/call.ts";
import { anOperator } from "../../support/people.ts";

async function adviceOf(answer: Response): Promise<string> {
  const { error, retryable, action } = await answer.json<Record<string, string>>();
  return `${answer.status} ${error}: ${retryable} ${action}`;
}

describe("the error that an agent gets for an invalid call", () => {
  it("is not retryable, for every kind of invalid call", async () => {
    const agent = await anAgent();
    const at = (path: string) => `/agents/${agent.id}/${path}`;
    const asText = { headers: { "content-type": "text/plain" } };
    const answers = [
      agent.call("POST", at("checkin"), "{"),
      agent.call("POST", at("checkin"), { role: 1 }),
      agent.call("POST", at("events"), `"${"x".repeat(200_000)}"`),
      agent.call("POST", at("rotate-cert"), "{}", asText),
      agent.call("POST", at("rotate-cert"), { csr_pem: "none" }),
      agent.call("PUT", at("checkin"), {}),
      agent.call("GET", at("nothing")),
      agent.call("GET", "/detection-dictionaries/none"),
    ];
    expect(await Promise.all(answers.map(async (one) => adviceOf(await one)))).toEqual([
      "400 malformed_json: false undefined",
      "400 invalid_request: false undefined",
      "413 body_too_large: false undefined",
      "415 unsupported_media_type: false undefined",
      "400 csr_malformed: false undefined",
      "405 method_not_allowed: false undefined",
      "404 not_found: false undefined",
      "404 not_found: false undefined",
    ]);
  });

  it("is not retryable at POST /enroll either", async () => {
    const { code } = await aCode();
    const enrol = (body: unknown) => call("POST", "/enroll", { body });
    expect(await adviceOf(await enrol("{"))).toBe("400 malformed_json: false undefined");
    const bad = { enrollment_code: code, csr_pem: "none" };
    expect(await adviceOf(await enrol(bad))).toBe("400 csr_malformed: false undefined");
    const got = await adviceOf(await call("GET", "/enroll"));
    expect(got).toBe("405 method_not_allowed: false undefined");
  });

  it("has no retryable field if a person asks", async () => {
    const answer = await call("GET", "/agents/none", { as: await anOperator() });
    expect(answer.status).toBe(404);
    expect(await answer.json()).not.toHaveProperty("retryable");
  });
});
