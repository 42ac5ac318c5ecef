import { describe, expect, it } from "vitest";
import { agentUri, readAgentUri } from "../../../src/certificates/agent-uri.ts";

const AGENT = { tenantId: "acme", agentId: "0198c0de-0000-7000-8000-000000000001" };
const OWN = "spiffe://agents.test/tenant/acme/agent/a1";

describe("the URI of an agent in its certificate", () => {
  it("is read back as it was written", () => {
    expect(readAgentUri("agents.test", agentUri("agents.test", AGENT))).toEqual(AGENT);
    expect(readAgentUri("agents.test", OWN)).toEqual({ tenantId: "acme", agentId: "a1" });
  });

  it.each([
    [`${OWN}/workload/x`, "a path below an agent"],
    [`${OWN}/`, "with a slash at its end"],
    [OWN.replace("agents.test", "agents.test.evil"), "of a longer domain"],
    [OWN.replace("spiffe", "https"), "of another scheme"],
    [OWN.replace("/agent/", "/user/"), "of a user"],
    [OWN.replace("/tenant/", "/agent/"), "of no tenant"],
    [OWN.replace("acme", ""), "of an empty tenant"],
    [OWN.replace("acme", "ac%6de"), "of an escaped tenant"],
    [OWN.replace("a1", "a".repeat(129)), "that is too long"],
    [OWN.slice(0, -3), "without an agent id"],
  ])("is not read from %s, %s", (uri) => {
    expect(readAgentUri("agents.test", uri)).toBeUndefined();
  });
});
