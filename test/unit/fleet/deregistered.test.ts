import { expect, it } from "vitest";
import { refuseDeregistered } from "../../../src/fleet/agent/admit.ts";

it("a deregistered agent's own certificate gets 403 agent_deregistered, another certificate 401", () => {
  const agent = {
    tenantId: "t",
    agentId: "a",
    deregisteredAt: 0,
    certificatesRevoked: 1,
    until: 1,
  };
  const refused = (fingerprint: string) => {
    const { status, error, action } = refuseDeregistered(
      { ...agent, fingerprints: ["held"] },
      fingerprint,
    );
    return [status, error, action];
  };
  expect(refused("held")).toEqual([403, "agent_deregistered", "stop"]);
  expect(refused("never held")).toEqual([401, "certificate_unknown", "re_enroll"]);
});
