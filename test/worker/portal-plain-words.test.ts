import { beforeEach, describe, expect, it } from "vitest";
import { PERMISSIONS } from "../../src/access/index.ts";
import { MODULES } from "../../src/tenants/index.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const SPANISH = { "accept-language": "es" };
const textOf = async (answer: Promise<Response>) => (await answer).text();

let ana: Visitor;
let base: string;

beforeEach(async () => {
  const tenantId = await aTenant();
  ana = await aVisitor("owner", [tenantId]);
  base = `/portal/t/${tenantId}`;
});

/** Each checkbox of a form: its words, and the code beside them if that is its value. */
function boxesOf(page: string, name: string): [said: string, code: string][] {
  const box = new RegExp(
    `<input type="checkbox" name="${name}" value="([^"]+)"[^>]*/><span>([^<]*)(?:<code class="chip">([^<]*)</code>)?`,
    "g",
  );
  return [...page.matchAll(box)].map(([, value = "", said = "", code = ""]) => [
    said.trim(),
    code === value ? code : "",
  ]);
}

describe("plain words for names that programs use", () => {
  it.each([
    ["permissions", "/portal/account/tokens/new", PERMISSIONS.length],
    ["scopes", "/keys/new", MODULES.length],
    ["events", "/webhooks/new", 7],
  ])(
    "the checkboxes of %s have words of their own, with the program's name beside them",
    async (name, at, all) => {
      const operator = await aVisitor("owner");
      for (const headers of [{}, SPANISH]) {
        const path = at.startsWith("/portal") ? at : base + at;
        const boxes = boxesOf(await textOf(operator.get(path, headers)), name);
        expect(boxes).toHaveLength(all);
        expect(
          boxes.filter(([said, code]) => code === "" || said === "" || /[a-z]:[a-z]/.test(said)),
        ).toEqual([]);
        expect(new Set(boxes.map(([said]) => said)).size).toBe(all);
      }
    },
  );

  it("modules have words in lists, tabs and on the usage page", async () => {
    await ana.post(`${base}/keys/new`, { name: "x", scopes: "ipsearch" });
    expect(await textOf(ana.get(`${base}/keys`))).toContain("<td>IP addresses</td>");
    expect(await textOf(ana.get(`${base}/keys`, SPANISH))).toContain("<td>Direcciones IP</td>");
    const tabs = await textOf(ana.get(`${base}/try/ipsearch`, SPANISH));
    expect(tabs).toContain('aria-current="page">Direcciones IP</a>');
    expect(tabs).toContain(`<title>Probar: Direcciones IP`);
    const named = 'Direcciones IP <code class="chip">ipsearch</code>';
    expect(await textOf(ana.get(`${base}/lists`, SPANISH))).toContain(`<dt>${named}</dt>`);
    await ana.post(`${base}/try/ipsearch`, { value: "192.0.2.1" });
    expect(await textOf(ana.get(`${base}/usage`, SPANISH))).toContain(
      `<th scope="row">${named}</th>`,
    );
  });

  it("events have words in the list of endpoints, with the type beside them", async () => {
    const made = await ana.post(`${base}/webhooks/new`, {
      url: "http://localhost:9/hook",
      events: "quota.exhausted",
    });
    expect(made.status).toBe(201);
    expect(await textOf(ana.get(`${base}/webhooks`, SPANISH))).toContain(
      '<li>la cuota del mes está agotada <code class="chip">quota.exhausted</code></li>',
    );
  });
});
