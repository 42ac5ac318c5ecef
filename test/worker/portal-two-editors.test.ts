import { beforeAll, describe, expect, it } from "vitest";
import { aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

type Fields = Record<string, string>;

interface Edited {
  what: string;
  /** Makes one, and gives the address of the form that changes it. */
  make: (operator: Visitor, tenantId: string) => Promise<string>;
  fields: Fields;
  /** What the first of two changes, and how the form then shows it. */
  first: Fields;
  shown: string;
  second: Fields;
}

async function madeBy(answer: Promise<Response>): Promise<string> {
  const { headers } = await answer;
  return headers.get("location") ?? "";
}

const key = { name: "Gateway", scopes: "urlsearch", note: "", allowedAddresses: "", expiresAt: "" };
const endpoint = { url: "http://localhost:9/hook", events: "ping", description: "", minScore: "" };
const tenant = { name: "Acme", plan: "free", monthlyQuota: "77", status: "active" };
const policy = { document: "{}", checkinIntervalSeconds: "60" };

const FORMS: Edited[] = [
  {
    what: "an API key",
    make: async (operator, tenantId) => {
      const list = `/portal/t/${tenantId}/keys`;
      await (await operator.post(`${list}/new`, key)).text();
      const page = await (await operator.get(list)).text();
      return `${/href="([^"]+\/keys\/(?!new)[^"]+)"/.exec(page)?.[1]}/edit`;
    },
    fields: key,
    first: { allowedAddresses: "192.0.2.1" },
    shown: "192.0.2.1",
    second: { note: "of the mail team" },
  },
  {
    what: "an endpoint",
    make: async (operator, tenantId) => {
      const list = `/portal/t/${tenantId}/webhooks`;
      await (await operator.post(`${list}/new`, endpoint)).text();
      const page = await (await operator.get(list)).text();
      return `${/href="([^"]+\/webhooks\/(?!new)[^"]+)"/.exec(page)?.[1]}/edit`;
    },
    fields: endpoint,
    first: { minScore: "41" },
    shown: 'value="41"',
    second: { description: "pager" },
  },
  {
    what: "a tenant",
    make: async (_, tenantId) => `/portal/tenants/${tenantId}`,
    fields: tenant,
    first: { status: "suspended" },
    shown: '<option value="suspended" selected',
    second: { name: "Acme Ltd" },
  },
  {
    what: "a policy",
    make: (operator, tenantId) =>
      madeBy(operator.post(`/portal/t/${tenantId}/policies/new`, { ...policy, name: "Strict" })),
    fields: policy,
    first: { document: '{"level":3}' },
    shown: "&quot;level&quot;: 3",
    second: { checkinIntervalSeconds: "90" },
  },
];

/** The mark that the form bears of what stood in it when it was opened. */
async function open(visitor: Visitor, path: string): Promise<Fields> {
  const page = await (await visitor.get(path)).text();
  return { opened: /name="opened" value="([^"]+)"/.exec(page)?.[1] ?? "" };
}

describe.each(FORMS)("two who change $what at a time", ({ make, fields, first, shown, second }) => {
  let operator: Visitor;
  let path: string;

  beforeAll(async () => {
    operator = await aVisitor("owner");
    path = await make(operator, await aTenant());
  });

  it("412 for the second, who keeps what he typed; what the first changed stays", async () => {
    const before = await open(operator, path);
    expect((await operator.post(path, { ...fields, ...before, ...first })).status).toBe(303);
    const refused = await operator.post(path, { ...fields, ...before, ...second });
    expect(refused.status).toBe(412);
    const page = await refused.text();
    expect(page).toContain('role="alert">Somebody else changed this meanwhile');
    expect(page).toContain(Object.values(second)[0]);
    expect(page).toContain('<a href="" target="_blank" rel="noopener">See what it is now');
    expect(await (await operator.get(path)).text()).toContain(shown);
    const es = { "accept-language": "es" };
    const said = await operator.post(path, { ...fields, ...before, ...second }, es);
    expect(await said.text()).toContain("Otra persona cambió esto mientras tanto");
  });

  it("303 for the second once he has opened it anew, and for one who is alone", async () => {
    for (const change of [first, second]) {
      const opened = await open(operator, path);
      expect(opened["opened"]).not.toBe("");
      const answer = await operator.post(path, { ...fields, ...opened, ...first, ...change });
      expect(answer.status).toBe(303);
    }
    expect(await (await operator.get(path)).text()).toContain(shown);
  });
});
