import { describe, expect, it } from "vitest";
import { ROUTES } from "../../src/access/index.ts";
import { FLEET_GROUPS } from "../../src/fleet-api.ts";
import { mountLate, SegmentRouter, serve, type LateGroup } from "../../src/http/index.ts";
import { INTEL_GROUPS } from "../../src/intel-api.ts";
import { PORTAL_GROUPS } from "../../src/portal/index.ts";
import { PAGES } from "../../src/portal/gate/page-table.ts";
import { anApp } from "../support/app.ts";
import { quietKernel } from "../support/quiet-kernel.ts";
import { Hono } from "hono";
import type { H, RouterRoute } from "hono/types";

const GROUPS = [...PORTAL_GROUPS, ...INTEL_GROUPS, ...FLEET_GROUPS];

const requestsOf = (lines: readonly Record<string, unknown>[]) =>
  lines.filter(({ event }) => event === "request");

const addressOf = (pattern: string) => pattern.replaceAll(/(?<=\/):[a-zA-Z]+/g, "0123456789");

/** Whether a request to that path loads the group. */
async function isLoadedBy(group: LateGroup, path: string): Promise<boolean> {
  let isLoaded = false;
  const router = new SegmentRouter<[H, RouterRoute]>();
  const app = new Hono({ router });
  mountLate(app, router, { at: group.at, load: async () => ((isLoaded = true), new Hono()) });
  serve(app, quietKernel);
  await app.request(path);
  return isLoaded;
}

describe("a group of routes", () => {
  it.each(GROUPS.map((group) => [group.at.join(" "), group] as const))(
    "%s is loaded by a request to each of its routes",
    async (_name, group) => {
      const { routes } = await group.load();
      expect(routes.length).toBeGreaterThan(0);
      for (const { path } of routes) {
        expect(await isLoadedBy(group, addressOf(path)), path).toBe(true);
      }
    },
  );
});

describe("the first request of an isolate", () => {
  const closed = Object.entries(ROUTES).filter(([, { who }]) => who !== "anyone");

  it.each(closed.map(([route]) => route))("%s: 401 without a credential", async (route) => {
    const [method = "", path = ""] = route.split(" ");
    const { request, lines } = anApp();
    const answer = await request(addressOf(path), { method });
    expect(answer.status).toBe(401);
    expect(requestsOf(lines)).toMatchObject([{ method, route: path, status: 401 }]);
    expect(await answer.json()).toMatchObject({ statusCode: 401, requestId: expect.any(String) });
  });

  const pages = Object.entries(PAGES).filter(([, { who }]) => who !== "anyone");

  it.each(pages.map(([page]) => page))(
    "%s: 303 to the sign-in page without a session",
    async (page) => {
      const [method = "", path = ""] = page.split(" ");
      const headers = { origin: "http://localhost", "sec-fetch-site": "same-origin" };
      const { request, lines } = anApp({}, { LOG_SUCCESS_SHARE: "1" });
      const answer = await request(addressOf(path), { method, headers });
      expect(requestsOf(lines)).toMatchObject([{ method, route: path, status: 303 }]);
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/portal/sign-in"]);
    },
  );

  it.each(["urlsearch", "ipsearch", "dnssearch", "darkweb", "decisions", "exports/ip.txt"])(
    "GET /api/v1/%s: 401 without a key, in the threat-intel shape",
    async (module) => {
      const { request, lines } = anApp();
      const answer = await request(`/api/v1/${module}`);
      expect(answer.status).toBe(401);
      expect(requestsOf(lines)).toMatchObject([{ route: `/api/v1/${module}`, status: 401 }]);
      expect(Object.keys(await answer.json<object>())).toEqual(["statusCode", "message"]);
    },
  );

  it("405 with the methods of the address, 404 for an unknown address", async () => {
    const wrong = await anApp().request("/admin/tenants", { method: "DELETE" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    const bare = await anApp().request("/api/v1/antispam");
    expect([bare.status, bare.headers.get("allow")]).toEqual([405, "POST"]);
    for (const path of ["/admin", "/admin/nothing", "/ai", "/api/v1/nothing", "/nothing"]) {
      expect((await anApp().request(path)).status, path).toBe(404);
    }
  });

  it("writes one log line", async () => {
    const { request, lines } = anApp();
    await request("/encryption/encrypt", { method: "POST", body: "{}" });
    expect(requestsOf(lines)).toMatchObject([
      { method: "POST", route: "/encryption/encrypt", status: 401 },
    ]);
  });
});
