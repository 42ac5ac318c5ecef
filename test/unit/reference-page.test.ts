import { Validator } from "@cfworker/json-schema";
import { describe, expect, it } from "vitest";
import { describeApi } from "../../scripts/openapi/describe-api.ts";
import type { JsonSchema } from "../../scripts/openapi/document.ts";
import { renderPage } from "../../scripts/openapi/page/render-page.ts";
import { showCurl } from "../../scripts/openapi/page/show-curl.ts";
import { sampleValue } from "../../scripts/openapi/page/sample-value.ts";
import { sampleApi } from "../support/sample-api.ts";

const description = `<script>alert("x")</script> & co`;
const sample = describeApi(sampleApi({ description }));
const page = await renderPage([{ id: "sample", document: sample }], "/assets/docs.css?v=1");
const words = page.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");

describe("the reference page", () => {
  it("names every operation by method and path", () => {
    for (const address of ["GET /things", "POST /things", "DELETE /things/{id}"]) {
      expect(words).toContain(address);
    }
  });

  it("shows types, bounds, defaults and required fields", () => {
    expect(words).toContain("limit integer (int32); 1 to 200");
    expect(words).toContain("tenantId required string; not empty");
    expect(words).toContain("array of PartInput; at most 3 items");
    expect(words).toContain('default "red"'.replaceAll('"', "&quot;"));
    expect(words).toContain("number (0 to 2) or null");
  });

  it("says who may call an operation", () => {
    expect(words).toContain(
      "a bearer token with thing:write, or the agent&#39;s client certificate.",
    );
    expect(words).toContain("Operators of all tenants only.");
    expect(words).toContain("anybody, without a credential");
  });

  it("has a curl call with its line breaks kept", () => {
    expect(page).toContain("curl &quot;$RAMPART/things&quot; \\\n  -X POST \\\n");
    expect(words).toContain("$RAMPART/things?q=example");
    expect(words).toContain("X-Tenant-ID: $TENANT_ID");
  });

  it("lets the shell fill in a variable in the body of a curl call", () => {
    const content = { "application/json": { schema: {}, example: { code: "$CODE", cost: "$5" } } };
    const operation = { security: [{}], requestBody: { content } };
    expect(showCurl("post", "/things", operation as never, sample)).toContain(
      `-d '{"code":"'"$CODE"'","cost":"$5"}'`,
    );
  });

  it("links only to its own parts, its stylesheet and the description", () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id}`));
    const links = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => String(link));
    const outside = links.filter((link) => !ids.has(link));
    expect(new Set(outside)).toEqual(new Set(["/assets/docs.css?v=1", "/openapi/sample.json"]));
  });

  it("has every id once", () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(new Set(ids).size);
  });

  it("escapes the text of descriptions and runs no script", () => {
    expect(page).toContain("&lt;script&gt;alert");
    expect(page).not.toMatch(/<script|style=|\son\w+=/);
  });
});

describe("an example value", () => {
  const tree = { type: "object", properties: { next: { $ref: "#/components/schemas/Tree" } } };

  it.each<[string, JsonSchema]>([
    ["a pattern", { type: "string", pattern: "^[a-z]{3}-[0-9]{4}$" }],
    ["a least length", { type: "string", minLength: 30, maxLength: 31 }],
    ["a greatest length", { type: "string", maxLength: 3 }],
    ["bounds", { type: "number", minimum: 0.5, maximum: 0.75 }],
    ["an open bound", { type: "integer", exclusiveMinimum: 4 }],
    ["a format", { type: "string", format: "date-time" }],
    ["items", { type: "array", items: { type: "boolean" }, minItems: 2 }],
    ["alternatives", { oneOf: [{ type: "null" }, { type: "string" }] }],
    ["no required field", { type: "object", properties: { a: { type: "integer" } } }],
    ["a reference to itself", { $ref: "#/components/schemas/Tree" }],
  ])("fits a schema with %s", (_what, schema) => {
    const components = { schemas: { Tree: tree } };
    const value = sampleValue(schema, components.schemas);
    const whole = { ...schema, components };
    expect(new Validator(whole as object, "2020-12").validate(value).valid).toBe(true);
  });
});
