import { describe, expect, it } from "vitest";
import { anAgent } from "../support/agent.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const textOf = async (answer: Promise<Response>) => (await answer).text();

describe("an enrolment code in the portal", () => {
  it("is shown with the command that enrols an agent at this instance's address", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const made = ana.post(`/portal/t/${tenantId}/codes/new`, { maxUses: "1", ttlSeconds: "1" });
    const page = await textOf(made);
    const [code = ""] = /rmp_enr_\w+/.exec(page) ?? [];
    expect(page).toContain("http://rampart.test/enroll");
    const command = `RAMPART_URL=http://rampart.test \\\n  RAMPART_CODE=${code} \\\n`;
    expect(page).toContain(`data-copy="${command}`);
    expect(page).toContain("npx node examples/agent/main.ts");
    expect(page).not.toContain("SERVER_CA");
  });

  it("links to the agents that enrolled with it, once there are any", async () => {
    const agent = await anAgent({ maxUses: 2, body: { machine: { hostname: "with-it" } } });
    const { tenantId } = agent;
    await anAgent({ tenantId, body: { machine: { hostname: "with-another" } } });
    const ana = await aVisitor("owner", [tenantId]);
    await ana.post(`/portal/t/${tenantId}/codes/new`, { maxUses: "3", ttlSeconds: "1" });
    const codes = await textOf(ana.get(`/portal/t/${tenantId}/codes`));
    const [, href = ""] = /<a href="([^"]+)">1 \/ 2<\/a>/.exec(codes) ?? [];
    expect(href).toMatch(/\/collectors\?code=\w+$/);
    expect(codes).toContain("<td>0 / 3</td>");
    const list = await textOf(ana.get(href));
    expect(list).toContain(">with-it</a>");
    expect(list).not.toContain(">with-another</a>");
    expect(list).toContain('<label for="code">Enrolment code</label>');
    expect(await textOf(ana.get(`/portal/t/${tenantId}/collectors`))).not.toContain('for="code"');
  });
});
