import { beforeAll, describe, expect, it } from "vitest";
import { aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const ES = { "accept-language": "es" };
const CHECK = { en: "Look at the marked fields.", es: "Revise los campos señalados." };

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
    "2: Is no domain name.",
    "2: No es un nombre de dominio.",
  ],
  [
    "/dictionaries/new",
    { ...DICTIONARY, entries: "good.example\ngood.example" },
    "2: Repeats entry 1.",
    "2: Repite la entrada 1.",
  ],
  [
    "/dictionaries/new",
    { ...DICTIONARY, kind: "regex", entries: "(a" },
    "1: Has a group at character 1 that is not closed.",
    "1: El grupo del carácter 1 no se cierra.",
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
    "Must be one IPv4 or IPv6 address, or an ASN with type=asn.",
    "Debe ser una dirección IPv4 o IPv6, o un ASN.",
  ],
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
    "1: Must be an IP address or a CIDR block.",
    "1: Debe ser una dirección IP o un bloque CIDR.",
  ],
];

describe("a field that does not fit", () => {
  it.each(WRONG)("%s %o says why in either language", async (path, fields, english, spanish) => {
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
      expect(page).not.toContain("entries.");
    }
  });
});
