import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { formOf, sentFor } from "../support/form-of.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

type Fields = Record<string, string>;

interface Edited {
  what: string;
  /** Makes one, and returns the address of the form that changes it. */
  make: (operator: Visitor, tenantId: string) => Promise<string>;
  fields: Fields;
  /** What the first of two changes, and how the form then shows it. */
  first: Fields;
  shown: string;
  second: Fields;
  /** What the second changes in a field that the first has changed too. */
  both: Fields;
}

async function madeBy(answer: Promise<Response>): Promise<string> {
  const { headers } = await answer;
  return headers.get("location") ?? "";
}

const key = { name: "Gateway", scopes: "urlsearch", note: "", allowedAddresses: "", expiresAt: "" };
const endpoint = { url: "http://localhost:9/hook", events: "ping", description: "", minScore: "" };
const tenant = { name: "Acme", plan: "free", monthlyQuota: "77", status: "active" };
const dictionary = {
  name: "Lures",
  kind: "terms",
  severity: "low",
  entries: "premio",
  appliesTo: "agents",
  enabled: "yes",
};
const settings = { certificateDays: "30", renewBefore: "", intervalPercent: "100" };
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
    both: { allowedAddresses: "192.0.2.7" },
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
    both: { minScore: "55" },
  },
  {
    what: "a tenant",
    make: async (_, tenantId) => `/portal/tenants/${tenantId}`,
    fields: tenant,
    first: { status: "suspended" },
    shown: '<option value="suspended" selected',
    second: { name: "Acme Ltd" },
    both: { status: "closed" },
  },
  {
    what: "a policy",
    make: (operator, tenantId) =>
      madeBy(operator.post(`/portal/t/${tenantId}/policies/new`, { ...policy, name: "Strict" })),
    fields: policy,
    first: { document: '{"level":3}' },
    shown: "&quot;level&quot;: 3",
    second: { checkinIntervalSeconds: "90" },
    both: { document: '{"level":5}' },
  },
  {
    what: "the settings of a fleet",
    make: async (_, tenantId) => `/portal/t/${tenantId}/fleet-settings`,
    fields: settings,
    first: { intervalPercent: "410" },
    shown: 'value="410"',
    second: { certificateDays: "12" },
    both: { intervalPercent: "550" },
  },
  {
    what: "a dictionary",
    make: (operator, tenantId) =>
      madeBy(operator.post(`/portal/t/${tenantId}/dictionaries/new`, dictionary)),
    fields: dictionary,
    first: { entries: "urgente" },
    shown: "urgente</textarea>",
    second: { description: "of the mail team" },
    both: { entries: "gratis" },
  },
];

/** The one field that somebody changes. */
function onlyOf(change: Fields): [name: string, value: string] {
  const [[name, value] = ["", ""]] = Object.entries(change);
  return [name, value];
}

/** The hidden field with the mark of the state in which the form was opened. */
async function open(visitor: Visitor, path: string): Promise<Fields> {
  const page = await (await visitor.get(path)).text();
  return { opened: /name="opened" value="([^"]+)"/.exec(page)?.[1] ?? "" };
}

describe.each(FORMS)("two people who change $what at the same time", (edited) => {
  const { make, fields, first, shown, second, both } = edited;
  let operator: Visitor;
  let path: string;

  beforeAll(async () => {
    operator = await aVisitor("owner");
  });
  beforeEach(async () => {
    path = await make(operator, await aTenant());
  });

  it("412 for the second person, whose typed values are kept; the first person's change stays", async () => {
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

  /** The page of the second person's refusal: both opened the form, and the first has saved. */
  async function overtaken(of: Fields): Promise<string> {
    const before = await open(operator, path);
    expect((await operator.post(path, { ...fields, ...before, ...first })).status).toBe(303);
    const refused = await operator.post(path, { ...fields, ...before, ...of });
    expect(refused.status).toBe(412);
    return refused.text();
  }

  it("a field that the second person did not change shows its new value; saving again keeps both changes", async () => {
    const page = await overtaken(second);
    const [theirs, now] = onlyOf(first);
    expect(sentFor(page, theirs).join().replaceAll(/\s/g, "")).toBe(now);
    expect(page).toContain(`id="${theirs}-now"`);
    expect((await operator.post(path, formOf(page))).status).toBe(303);
    const saved = await (await operator.get(path)).text();
    expect(saved).toContain(shown);
    const [mine, typed] = onlyOf(second);
    expect(sentFor(saved, mine)).toEqual([typed]);
  });

  it("a field that both changed keeps the second person's text beside the new value; saving again sets it", async () => {
    const page = await overtaken(both);
    const [name, typed] = onlyOf(both);
    expect(sentFor(page, name)).toEqual([typed]);
    const beside = new RegExp(`id="${name}-now".*?</(?:small|details)>`, "s").exec(page)?.[0];
    expect(beside).toMatch(/192\.0\.2\.1|41|suspended|analyst|&quot;level&quot;: 3|urgente/);
    expect(page).toMatch(new RegExp(`aria-describedby="[^"]*${name}-now`));
    expect((await operator.post(path, formOf(page))).status).toBe(303);
    const saved = sentFor(await (await operator.get(path)).text(), name).join();
    expect(saved.replaceAll(/\s/g, "")).toBe(typed);
  });

  it("412 for saving again if a third person has saved meanwhile", async () => {
    const page = await overtaken(both);
    const opened = await open(operator, path);
    const third = { ...fields, ...opened, ...second };
    expect((await operator.post(path, third)).status).toBe(303);
    expect((await operator.post(path, formOf(page))).status).toBe(412);
  });

  it("303 for a person who opens the form anew after another one saved", async () => {
    for (const change of [first, second]) {
      const opened = await open(operator, path);
      expect(opened["opened"]).not.toBe("");
      const answer = await operator.post(path, { ...fields, ...opened, ...first, ...change });
      expect(answer.status).toBe(303);
    }
    expect(await (await operator.get(path)).text()).toContain(shown);
  });
});

describe("two people who give a member a role at the same time", () => {
  it("412 for the second person, with the role as it is now; saving again sets the second role", async () => {
    const operator = await aVisitor("owner");
    const members = `/portal/t/${await aTenant()}/members`;
    await (await operator.post(`${members}/invite`, { name: "Beto", role: "viewer" })).text();
    const list = await (await operator.get(members)).text();
    const one = /href="([^"]+)">Beto</.exec(list)?.[1] ?? "";
    const opened = await open(operator, one);
    const give = (role: string) => operator.post(`${one}/role`, { ...opened, role });
    expect((await give("analyst")).status).toBe(303);
    const refused = await give("operator");
    expect(refused.status).toBe(412);
    const page = await refused.text();
    expect(page).toMatch(/id="role-now"[^>]*>[^<]*<code>analyst<\/code>/);
    expect(sentFor(page, "role")).toEqual(["operator"]);
    expect((await operator.post(`${one}/role`, formOf(page))).status).toBe(303);
    expect(sentFor(await (await operator.get(one)).text(), "role")).toEqual(["operator"]);
  });
});
