import { beforeAll, describe, expect, it } from "vitest";
import { exports } from "cloudflare:workers";
import { aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const textOf = async (answer: Promise<Response>) => (await answer).text();
const addressesIn = (page: string) =>
  Array.from(page.matchAll(/<code>(http\S+\/exports\/[a-z.]+)<\/code>/g), ([, url = ""]) => url);
const filesIn = (page: string) => addressesIn(page).map((url) => url.split("/").at(-1));

let tenantId: string;
let home: string;
let ana: Visitor;

beforeAll(async () => {
  tenantId = await aTenant();
  home = `/portal/t/${tenantId}`;
  ana = await aVisitor("owner", [tenantId]);
});

const makeKey = (fields: Record<string, string>) =>
  textOf(ana.post(`${home}/keys/new`, { name: "Firewall", ...fields }));

describe("the firewall lists in the portal", () => {
  it("are shown beside a new key if its scopes open them, and can be fetched as the page says", async () => {
    const made = await makeKey({ scopes: "ipsearch" });
    expect(filesIn(made)).toEqual(["ip.txt"]);
    const key = /<code>(rmp_live_\w+)<\/code>/.exec(made)?.[1] ?? "";
    const user = /user (?:name )?is <code>([^<]+)<\/code>/.exec(made)?.[1];
    const headers = { authorization: `Basic ${btoa(`${user}:${key}`)}` };
    const list = await exports.default.fetch(addressesIn(made)[0] ?? "", { headers });
    expect(list.status).toBe(200);
  });

  it("are shown on the page of a key, unless its scopes open none", async () => {
    const one = async (scopes: string) => {
      const after = /data-after="([^"]+)"/.exec(await makeKey({ scopes }))?.[1] ?? "";
      return filesIn(await textOf(ana.get(after)));
    };
    expect(await one("dnssearch")).toEqual(["domain.txt", "rpz.zone"]);
    expect(await one("antispam")).toEqual([]);
  });

  it("are all named on the page of a tenant's own entries", async () => {
    const lists = await textOf(ana.get(`${home}/lists`));
    expect(filesIn(lists)).toEqual(["ip.txt", "domain.txt", "url.txt", "rpz.zone"]);
    expect(await textOf(ana.get(`${home}/lists`, { "accept-language": "es" }))).toContain(
      "Listas para un cortafuegos o un servidor DNS",
    );
  });
});
