import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";

const PATH = "/.well-known/agent-configuration";

interface Discovery {
  enrollment: { endpoint: string };
  identityEndpoint: string;
}

describe("AGENT_BASE_URL", () => {
  it.each([
    "https://agents.example.com/",
    "https://agents.example.com\n",
    "https://AGENTS.example.com",
  ])(
    "%j is read as an origin: no address of agents has two slashes or a blank",
    async (AGENT_BASE_URL) => {
      const answer = await anApp({}, { AGENT_BASE_URL }).request(PATH);
      const { enrollment, identityEndpoint } = await answer.json<Discovery>();
      expect([enrollment.endpoint, identityEndpoint]).toEqual([
        "https://agents.example.com/enroll",
        "https://agents.example.com/agents/me",
      ]);
    },
  );

  it.each(["agents.example.com", "agents.example.com:8443", "https://"])(
    "500 if it is %j, and no agent is told an address that leads nowhere",
    async (AGENT_BASE_URL) => {
      const app = anApp({}, { AGENT_BASE_URL });
      expect((await app.request(PATH)).status).toBe(500);
      expect(String(app.lines.at(-1)?.["failure"])).toContain("AGENT_BASE_URL cannot be read");
    },
  );
});
