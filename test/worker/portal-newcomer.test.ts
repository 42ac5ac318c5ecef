import { beforeAll, describe, expect, it } from "vitest";
import { PERMISSIONS_OF, ROLES } from "../../src/access/permissions.ts";
import {
  MISSING_AFTER_MS,
  OFFLINE_FLOOR_MS,
  OFFLINE_INTERVALS,
  STALE_FLOOR_MS,
  STALE_INTERVALS,
} from "../../src/fleet/effective-state.ts";
import { roleWords } from "../../src/portal/members/words.ts";
import { MODULES } from "../../src/tenants/gate/modules.ts";
import { aName, aSource, upload } from "../support/intel.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const SPANISH = { "accept-language": "es" };
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const textOf = async (answer: Promise<Response>) => (await answer).text();

let tenantId: string;
let home: string;
let ana: Awaited<ReturnType<typeof aVisitor>>;

beforeAll(async () => {
  tenantId = await aTenant();
  home = `/portal/t/${tenantId}`;
  ana = await aVisitor("owner", [tenantId]);
});

describe("explanations for a newcomer", () => {
  it.each([
    [
      "/keys",
      "/keys/new",
      { name: "gateway", scopes: "urlsearch" },
      "lets one of your systems call",
    ],
    [
      "/policies",
      "/policies/new",
      { name: "a", document: "{}", checkinIntervalSeconds: "60" },
      "follow the policy of the product",
    ],
    [
      "/dictionaries",
      "/dictionaries/new",
      { name: "a", kind: "terms", severity: "high", appliesTo: "agents", entries: "a" },
      "holds words, patterns",
    ],
    ["/codes", "/codes/new", { maxUses: "1" }, "An agent enrols with one of these"],
  ])(
    "%s says what the listed things are for, both when it is empty and when there is one",
    async (list, form, fields, said) => {
      const lead = new RegExp(`<p class="lead">[^<]*${said}`);
      expect(await textOf(ana.get(home + list))).toMatch(lead);
      const made = await ana.post(home + form, fields);
      expect(made.status).toBeLessThan(400);
      expect(await textOf(ana.get(home + list))).toMatch(lead);
    },
  );

  it("the audit log, the encryption key and the dead letters say what they are", async () => {
    const lead = (said: string) => new RegExp(`<p class="lead">[^<]*${said}`);
    expect(await textOf(ana.get(`${home}/audit`))).toMatch(lead("that nobody can remove"));
    expect(await textOf(ana.get(`${home}/keyring`))).toMatch(lead("encrypt fields"));
    const operator = await aVisitor("owner");
    expect(await textOf(operator.get("/portal/dead-letters"))).toMatch(lead("wait here"));
  });

  it("the fleet page says when an agent is stale, offline and missing, with the numbers of the code", async () => {
    const said = await textOf((await aVisitor("owner")).get("/portal/fleet"));
    const minutes = (ms: number) => `at least ${ms / MINUTE_MS} minutes`;
    expect(said).toContain(
      `Stale: silent for ${STALE_INTERVALS} check-ins, ${minutes(STALE_FLOOR_MS)}; `,
    );
    expect(said).toContain(`offline: for ${OFFLINE_INTERVALS}, ${minutes(OFFLINE_FLOOR_MS)}; `);
    expect(said).toContain(`missing: for ${MISSING_AFTER_MS / DAY_MS} days; `);
  });

  it("the invitation form says what each role may do, as its permissions have it", async () => {
    for (const language of ["en", "es"] as const) {
      const page = await textOf(ana.get(`${home}/members`, { "accept-language": language }));
      const [, hint = ""] = /id="role-hint"[^>]*>([^<]+)</.exec(page) ?? [];
      for (const role of ROLES) expect(hint).toContain(roleWords[language][role]);
    }
    // What the words of the hint claim.
    expect(PERMISSIONS_OF.analyst).toEqual(expect.arrayContaining(["ai:use", "inspections:write"]));
    expect(PERMISSIONS_OF.operator).toEqual(
      expect.arrayContaining(["fleet:write", "intel:write", "dict:write", "webhooks:write"]),
    );
    expect(PERMISSIONS_OF.operator).not.toContain("keys:write");
    expect(PERMISSIONS_OF["security-admin"]).toEqual(
      expect.arrayContaining(["keys:write", "prompts:write"]),
    );
    expect(PERMISSIONS_OF["security-admin"]).not.toContain("members:write");
  });

  it("the form of a new key says what each scope opens", async () => {
    const page = await textOf(ana.get(`${home}/keys/new`));
    for (const module of MODULES) {
      const code = `<code class="chip">${module}</code>`;
      expect(page).toMatch(new RegExp(`/><span>[^<]+\\? ${code}</span>`));
    }
  });
});

describe("the sources of a verdict", () => {
  it("name the tenant's own list and private addresses in the reader's language", async () => {
    await ana.post(`${home}/lists`, { action: "deny", value: "192.0.2.77", note: "" });
    const ask = (value: string) =>
      textOf(ana.post(`${home}/try/ipsearch`, { value, type: "ip" }, SPANISH));
    await expect.poll(() => ask("192.0.2.77")).toContain("<dd>su lista de bloqueados</dd>");
    expect(await ask("10.0.0.1")).toContain("<dd>privado, fuera de internet</dd>");
  });

  it("keep the name of a feed, even if a category has the same name", async () => {
    const value = aName();
    await aSource({ id: "spam" });
    expect((await upload("spam", `${value}\n`)).status).toBe(200);
    const ask = () => textOf(ana.post(`${home}/try/dnssearch`, { value }, SPANISH));
    await expect.poll(ask).toContain("<dd>suplantación (phishing)</dd>");
    expect(await ask()).toContain("<dd>spam</dd>");
  });
});

describe("making a new sign-in link for a member", () => {
  it("asks for confirmation first", async () => {
    const { personId } = await aVisitor("viewer", [tenantId]);
    const page = await textOf(ana.get(`${home}/members/${personId}`));
    expect(page).toMatch(
      /<summary[^>]*>Make a new link<\/summary><p>[^<]*ends all their sessions[^<]*<\/p><form/,
    );
  });
});

describe("an audit log of one line", () => {
  it("is counted as 1 line", async () => {
    const alone = await aTenant();
    const eva = await aVisitor("owner", [alone]);
    const log = eva.get(`/portal/t/${alone}/audit?action=person.invited`);
    expect(await textOf(log)).toContain(">1 line</p>");
  });
});

describe("the menu button of a narrow screen", () => {
  it("names the open tenant while the menu is closed", async () => {
    expect(await textOf(ana.get(`${home}/keys`))).toContain(`>Menu · ${tenantId}</label>`);
    expect(await textOf(ana.get("/portal/account"))).toContain(">Menu</label>");
  });
});
