import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const textOf = async (answer: Response | Promise<Response>) => (await answer).text();

let home: string;
let ana: Visitor;

beforeAll(async () => {
  const tenantId = await aTenant();
  home = `/portal/t/${tenantId}/lists`;
  ana = await aVisitor("owner", [tenantId]);
});

const LINES = "one.test\ntwo words\none.test\n203.0.113.0/24 # scans\n";
const cellsOf = (page: string) =>
  Array.from(
    page.matchAll(
      /<tr><td class="number">(.*?)<\/td>.*?<code>(.*?)<\/code>.*?<td class="long">(.*?)<\/td><\/tr>/gs,
    ),
  ).map(([, line, value, state]) => [line, value, state]);

/** A look at what a file would change. */
function sendFile(content: string | Uint8Array<ArrayBuffer>): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ mode: "add", action: "allow", text: "" })) {
    body.set(name, value);
  }
  body.set("file", new File([content], "edge.csv"));
  const headers = { cookie: ana.cookie, "sec-fetch-site": "same-origin", "accept-language": "en" };
  return exports.default.fetch(`http://rampart.test${home}/many`, {
    method: "POST",
    body,
    headers,
  });
}

/** As a spreadsheet in Spain saves a CSV: by semicolons, in the letters of its own system. */
const SPANISH = "value;label;note\r\nnueva.test;Añadidas;\x80 más\r\n";

describe("many entries at once in the portal", () => {
  it("are shown by line before anything is changed, and made when that is confirmed", async () => {
    const fields = { mode: "add", action: "deny", label: "edge", text: LINES };
    const look = await ana.post(`${home}/many`, fields);
    expect(look.status).toBe(200);
    const cells = cellsOf(await textOf(look));
    expect(cells.map(([line, value]) => [line, value])).toEqual([
      ["2", "two words"],
      ["3", "one.test"],
      ["1", "one.test"],
      ["4", "203.0.113.0-203.0.113.255"],
    ]);
    expect(cells[0]?.[2]).toMatch(/^refused: \S/);
    expect(await textOf(ana.get(home))).not.toContain("one.test");
    const made = await ana.post(`${home}/many`, { ...fields, confirm: "yes" });
    expect([made.status, made.headers.get("location")]).toEqual([303, home]);
    const list = await textOf(ana.get(`${home}?label=edge&type=ip`));
    expect(list).toContain("203.0.113.0-203.0.113.255");
    expect(list).toContain("edge");
    expect(list).not.toContain("<code>one.test");
  });

  it("come from a file too, and an export is such a file", async () => {
    const file = await textOf(ana.get(`${home}/entries.csv?label=edge`));
    expect(file.split("\r\n")[0]).toBe(
      "value,type,action,label,note,expiresAt,createdBy,createdAt",
    );
    const look = await sendFile(file.replace("one.test", "three.test"));
    const cells = cellsOf(await textOf(look));
    expect(new Map(cells.map(([, value, state]) => [value, state]))).toEqual(
      new Map([
        ["203.0.113.0-203.0.113.255", "already there"],
        ["three.test", "added"],
      ]),
    );
  });

  it.each([
    ["Windows", Uint8Array.from(SPANISH, (letter) => letter.charCodeAt(0))],
    [
      "UTF-16",
      new Uint8Array(
        Uint16Array.from(`\uFEFF${SPANISH.replace("\x80", "€")}`, (letter) => letter.charCodeAt(0))
          .buffer,
      ),
    ],
  ])("come from a file of a spreadsheet in the letters of %s too", async (_name, bytes) => {
    const page = await textOf(sendFile(bytes));
    expect(cellsOf(page)).toEqual([["2", "nueva.test", "added"]]);
    expect(page).toContain("nueva.test;Añadidas;€ más");
  });

  it("say what is wrong with the form, or with a line of a CSV", async () => {
    const unnamed = await ana.post(`${home}/many`, {
      mode: "replace",
      action: "deny",
      text: "a.test",
    });
    expect(unnamed.status).toBe(400);
    expect(await textOf(unnamed)).toContain("Must name the set that is replaced.");
    const text = "value,action\na.test,block\nb.test,Allow\n";
    const look = await textOf(ana.post(`${home}/many`, { mode: "add", action: "deny", text }));
    expect(cellsOf(look).map(([line, , state]) => [line, state?.split(":")[0]])).toEqual([
      ["2", "refused"],
      ["3", "added"],
    ]);
    expect((await ana.post(`${home}/many`, { text: "a.test\n".repeat(10_001) })).status).toBe(409);
  });

  it("are no more lines than an isolate has room for, also if most say nothing", async () => {
    const text = (lineEnd: string) => `#${lineEnd}`.repeat(200_001);
    for (const look of [
      await ana.post(`${home}/many`, { action: "deny", text: text("\n") }),
      await sendFile(text("\r")),
    ]) {
      expect(look.status).toBe(400);
      expect(await textOf(look)).toContain("Must have at most 200000 lines.");
    }
  });

  it("are for those alone who may change entries", async () => {
    const other = await aVisitor("owner", [await aTenant()]);
    expect((await other.post(`${home}/many`, { text: "a.test" })).status).toBe(404);
  });
});
