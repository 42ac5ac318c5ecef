import * as fc from "fast-check";
import { Hono } from "hono";
import { getQueryParams } from "hono/utils/url";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { serve } from "../../src/http/index.ts";
import { valid } from "../../src/http/contract/index.ts";
import { queryOf } from "../../src/http/contract/query-of.ts";
import { quietKernel } from "../support/quiet-kernel.ts";
import { rounds } from "../support/rounds.ts";

const piece = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "=",
    "&",
    "+",
    "?",
    "#",
    "/",
    "%20",
    "%2B",
    "%26",
    "%C3%A9",
    "%",
    "%C3",
  ),
  fc.constantFrom("value", "constructor", "toString", "é", "%61"),
);

describe("the query parameters of a URL", () => {
  it("are read as by Hono, or left to Hono if an escape is broken", () => {
    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 12 }), (rest) => {
        const url = `https://a.test/path${rest}`;
        const own = queryOf(url);
        const lists = getQueryParams(url, undefined) as unknown as Record<string, string[]>;
        const isBroken = /%(?![0-9A-F]{2})|%C3(?!%[89AB])/.test(rest.replaceAll("%C3%A9", ""));
        expect(own !== undefined || isBroken).toBe(true);
        const asLists = Object.entries(own ?? {}).map(([name, values]) => [name, [values].flat()]);
        expect(asLists).toEqual(own === undefined ? [] : Object.entries(lists));
      }),
      { numRuns: rounds(5000) },
    );
  });

  it.each([
    ["?a=1", { a: "1" }],
    ["?a=1&a=2&a=3", { a: ["1", "2", "3"] }],
    ["?a&b=&=c&&d==e", { a: "", b: "", d: "=e" }],
    ["?a+b=c%2Bd", { "a b": "c+d" }],
    ["", {}],
    ["?", {}],
    ["#?a=1", {}],
  ])("are read from '%s'", (rest, given) =>
    expect(queryOf(`https://a.test/${rest}`)).toEqual(given),
  );

  it("do not change the prototype if they are named __proto__", () => {
    const given = queryOf("https://a.test/?__proto__=a&__proto__=b&hasOwnProperty=c");
    expect(Object.entries(given ?? {})).toEqual([
      ["__proto__", ["a", "b"]],
      ["hasOwnProperty", "c"],
    ]);
    expect(Object.getPrototypeOf(given)).toBe(Object.prototype);
  });

  it.each(["__proto__", "constructor", "any"])("400 for the unknown name %s", async (name) => {
    const app = new Hono();
    const query = z.strictObject({ a: z.string().optional() });
    app.get("/", valid("query", query), (c) => c.json(c.req.valid("query" as never)));
    serve(app, quietKernel);
    const answer = await app.request(`/?a=1&${name}=x`);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(name);
  });

  it('are refused with "was given more than once" if they are repeated', async () => {
    const app = new Hono();
    const query = z.object({
      limit: z.string().optional(),
      state: z.enum(["on", "off"]).optional(),
      ids: z.array(z.string()).max(1).optional(),
    });
    app.get("/", valid("query", query), (c) => c.text(""));
    serve(app, quietKernel);
    const told = async (rest: string) => {
      const answer = await app.request(`/?${rest}`);
      return (await answer.json<{ message: string }>()).message;
    };
    const twice = "is invalid: was given more than once.";
    expect(await told("limit=1&limit=2")).toBe(`"limit" ${twice}`);
    expect(await told("state=on&state=on")).toBe(`"state" ${twice}`);
    expect(await told("ids=a&ids=b")).toBe('"ids" is invalid: must have at most 1 items.');
  });

  it("with a broken escape are read as by Hono", async () => {
    const app = new Hono();
    app.get("/", valid("query", z.object({ a: z.string(), b: z.array(z.string()) })), (c) =>
      c.json(c.req.valid("query" as never)),
    );
    serve(app, quietKernel);
    const answer = await app.request("/?a=100%&b=%C3%A9&b=%C3");
    expect(await answer.json()).toEqual({ a: "100%", b: ["é", "%C3"] });
  });
});
