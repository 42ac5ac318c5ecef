import { beforeAll, describe, expect, it } from "vitest";
import { aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const ES = { "accept-language": "es" };
const CHECK = { en: "Nothing was done yet.", es: "Todavía no se ha hecho nada." };

let ana: Visitor;
let home: string;

beforeAll(async () => {
  const tenantId = await aTenant();
  ana = await aVisitor("owner", [tenantId]);
  home = `/portal/t/${tenantId}`;
});

const DICTIONARY = {
  name: "Lures",
  severity: "low",
  appliesTo: "agents",
  enabled: "yes",
  kind: "domains",
};
const DOCUMENT = { title: "Leave", source: "handbook", text: "Thirty days." };

const WRONG: [string, Record<string, string>, string, string][] = [
  [
    "/dictionaries/new",
    { ...DICTIONARY, entries: "good.example\nno domain" },
    "Entry 2: Is no domain name.",
    "Entrada 2: No es un nombre de dominio.",
  ],
  [
    "/dictionaries/new",
    { ...DICTIONARY, entries: "good.example\ngood.example" },
    "Entry 2: Repeats entry 1.",
    "Entrada 2: Repite la entrada 1.",
  ],
  [
    "/dictionaries/new",
    { ...DICTIONARY, kind: "regex", entries: "(a" },
    "Entry 1: Has a group at character 1 that is not closed.",
    "Entrada 1: El grupo del carácter 1 no se cierra.",
  ],
  [
    "/dictionaries/new",
    { ...DICTIONARY, entries: "good.example ;; 101" },
    "Entry 1, weight: At most 100.",
    "Entrada 1, peso: Como mucho 100.",
  ],
  [
    "/dictionaries/new",
    { ...DICTIONARY, entries: `good.example ;; 1 ;; ${"x".repeat(501)}` },
    "Entry 1, note: At most 500 characters.",
    "Entrada 1, nota: Como mucho 500 caracteres.",
  ],
  [
    "/lists",
    { action: "deny", value: "no thing" },
    "Must be a domain of at least two labels, without scheme, port or path.",
    "Debe ser un dominio, sin esquema, puerto ni ruta.",
  ],
  [
    "/try/ipsearch",
    { value: "nowhere", type: "ip" },
    "Must be one IPv4 or IPv6 address.",
    "Debe ser una dirección IPv4 o IPv6, o un ASN.",
  ],
  ["/codes/new", { maxUses: "1", ttlSeconds: "91" }, "At most 90.", "Como mucho 90."],
  ["/codes/new", { maxUses: "1", ttlSeconds: "0" }, "At least 1.", "Al menos 1."],
  [
    "/documents/new",
    { ...DOCUMENT, source: "builtin" },
    "Is kept for the product&#39;s own pages.",
    "Está reservado para las páginas del producto.",
  ],
  [
    "/documents/new",
    { ...DOCUMENT, url: "intranet" },
    "This must be a web address, such as https://www.example.com.",
    "Debe ser una dirección web, como https://www.example.com.",
  ],
  [
    "/keys/new",
    { name: "x", scopes: "urlsearch", allowedAddresses: "here" },
    "Entry 1: Must be an IP address or a CIDR block.",
    "Entrada 1: Debe ser una dirección IP o un bloque CIDR.",
  ],
  [
    "/dictionaries/new",
    { ...DICTIONARY, entries: "good.example", language: "spanish!" },
    "Must be a language tag.",
    "Debe ser una etiqueta de idioma, como es o en-GB.",
  ],
  [
    "/policies/new",
    { name: "Strict", document: "level 3", checkinIntervalSeconds: "60" },
    "This must be a JSON object, such as {}.",
    "Debe ser un objeto JSON, como {}.",
  ],
  [
    "/lists",
    { action: "deny", value: "bad.example", expiresAt: "tomorrow" },
    "This must be a date with a time.",
    "Debe ser una fecha con hora.",
  ],
];

describe("an invalid form field", () => {
  it.each(WRONG)(
    "%s %o is explained at the field in both languages",
    async (path, fields, english, spanish) => {
      for (const [headers, why, check] of [
        [{}, english, CHECK.en],
        [ES, spanish, CHECK.es],
      ] as const) {
        const refused = await ana.post(home + path, fields, headers);
        expect(refused.status).toBe(400);
        const page = await refused.text();
        expect(page).toContain(`class="fault">${why}</strong>`);
        expect(page).toContain(check);
        expect(page).not.toContain("&quot;value&quot;");
        expect(page).not.toMatch(/entries\.\d/);
      }
    },
  );
});

/** The fields that the summary at the head of a form links to, each with what is said of it. */
function summaryOf(page: string): [field: string, said: string][] {
  const summary = /<div[^>]* role="alert">.*?<\/div>/s.exec(page)?.[0] ?? "";
  const links = summary.matchAll(/<a href="#([^"]+)">([^<]+)<\/a>/g);
  return Array.from(links, ([, field = "", said = ""]) => [field, said]);
}

/** The tag of the only element with that id. */
function tagOf(page: string, id: string): string {
  const tags = page.match(new RegExp(`<[^>]*\\sid="${id}"[^>]*>`, "g")) ?? [];
  expect(tags).toHaveLength(1);
  return tags[0] ?? "";
}

describe("the error summary at the head of a form", () => {
  it.each(WRONG)(
    "%s %o links to the field, which shows the same fault",
    async (path, fields, why) => {
      const page = await (await ana.post(home + path, fields)).text();
      const summary = summaryOf(page);
      expect(summary).toHaveLength(1);
      for (const [field, said] of summary) {
        expect(said).toContain(`: ${why}`);
        expect(page).toContain(`<label for="${field}">${said.replace(`: ${why}`, "")}</label>`);
        expect(tagOf(page, field)).toMatch(/ aria-invalid="true"/);
        expect(tagOf(page, field)).toMatch(new RegExp(` aria-describedby="[^"]*${field}-fault"`));
        expect(tagOf(page, `${field}-fault`)).toContain("<strong");
      }
    },
  );

  it("has the focus, and names each field by its label, in the order of the page", async () => {
    const page = await (await ana.post(`${home}/keys/new`, { allowedAddresses: "here" })).text();
    expect(page).toMatch(/<div tabindex="-1" autofocus="" role="alert">/);
    const fields = summaryOf(page);
    expect(fields.map(([field]) => field)).toEqual(["name", "scopes", "allowedAddresses"]);
    expect(fields.map(([, said]) => said.split(":")[0])).toEqual([
      "Name",
      "Scopes",
      "Allowed addresses",
    ]);
  });

  it("links to the first of several checkboxes, whose fieldset refers to the fault", async () => {
    const page = await (await ana.post(`${home}/keys/new`, { name: "x" })).text();
    expect(tagOf(page, "scopes")).toMatch(/type="checkbox".* aria-invalid="true"/);
    expect(page).toMatch(/<fieldset aria-describedby="scopes-hint scopes-fault">/);
  });

  it("links to the fields of a form below a list", async () => {
    const invited = await (await ana.post(`${home}/members/invite`, { name: "" })).text();
    expect(summaryOf(invited).map(([field]) => field)).toEqual(["name", "role"]);
    for (const [field] of summaryOf(invited)) expect(tagOf(invited, field)).toContain("invalid");
  });

  it("links to the fields of a form that shares its page with other forms", async () => {
    const made = await ana.post(`${home}/policies/new`, {
      name: "Strict",
      document: "{}",
      checkinIntervalSeconds: "60",
    });
    const one = made.headers.get("location") ?? "";
    const form = { document: "[]", checkinIntervalSeconds: "1" };
    const page = await (await ana.post(one, form)).text();
    expect(summaryOf(page).map(([field]) => field)).toEqual(["document", "checkinIntervalSeconds"]);
  });
});
