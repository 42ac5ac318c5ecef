import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { visitor } from "../support/visitor.ts";

const DESCRIPTIONS = ["/openapi/fleet.json", "/openapi/threat-intel.json"];

describe.each(DESCRIPTIONS)("GET %s", (path) => {
  it("200 with an OpenAPI 3.1 document", async () => {
    const answer = await call("GET", path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await answer.json()).toMatchObject({ openapi: "3.1.0" });
  });

  it("304 for the ETag of the current document", async () => {
    const first = await call("GET", path);
    await first.body?.cancel();
    const etag = first.headers.get("etag") ?? "";
    const again = await call("GET", path, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
  });

  it("405 for POST, with Allow: GET, HEAD", async () => {
    const answer = await call("POST", path, { body: {} });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, HEAD");
    await answer.body?.cancel();
  });
});

describe("an address with a trailing slash", () => {
  it.each([
    ["/portal/", "/portal"],
    ["/portal/?a=1%2F", "/portal?a=1%2F"],
    ["/portal/t/acme/keys/", "/portal/t/acme/keys"],
    ["/portal//evil.example/", "/portal//evil.example"],
    ["/docs/", "/docs"],
  ])("308 from the page %s to %s", async (path, to) => {
    const answer = await visitor("").get(path);
    expect(answer.status).toBe(308);
    expect(answer.headers.get("location")).toBe(to);
  });

  it.each(["/healthz/", "/admin/tenants/", "/api/v1/urlsearch/", "/openapi/fleet.json/"])(
    "404 for the API address %s",
    async (path) => {
      const answer = await visitor("").get(path);
      expect(answer.status).toBe(404);
      await answer.body?.cancel();
    },
  );
});

describe("GET /", () => {
  it("302 to the portal", async () => {
    const answer = await visitor("").get("/");
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("/portal");
  });

  it("405 for POST, with Allow: GET, HEAD", async () => {
    const answer = await call("POST", "/", { body: {} });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    await answer.body?.cancel();
  });
});

describe("GET /docs", () => {
  it("200 with a page that may load nothing but our stylesheet", async () => {
    const answer = await call("GET", "/docs");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'; style-src 'self'");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await answer.text()).toContain("<h1>Rampart API reference</h1>");
  });

  it("HEAD 200 without a body", async () => {
    const answer = await call("HEAD", "/docs");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("");
  });

  it("404 for /openapi/other.json, which does not exist", async () => {
    const answer = await call("GET", "/openapi/other.json");
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: "not_found" });
  });
});
