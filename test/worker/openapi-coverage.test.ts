import { describe, expect, it } from "vitest";
import fleet from "../../public/openapi/fleet.json";
import threatIntel from "../../public/openapi/threat-intel.json";
import { createWholeApp } from "../../src/app.ts";

/** For people and for tools that read descriptions; not part of what is described. */
const PAGES = ["/portal", "/docs", "/openapi/"];
const INTEL_PREFIX = "/api/v1";

const described = new Set([
  ...operationsIn(fleet.paths, ""),
  ...operationsIn(threatIntel.paths, INTEL_PREFIX),
]);
const routes = new Set(
  (await createWholeApp()).routes
    .filter(({ method, path }) => method !== "ALL" && !isPage(path))
    .map(
      ({ method, path }) => `${method} ${path.replace(/(?<=\/):(\w+)(\{.*?\})?(?=\/|$)/g, "{$1}")}`,
    ),
);

function isPage(path: string): boolean {
  return path === "/" || PAGES.some((prefix) => path.startsWith(prefix));
}

function operationsIn(paths: object, prefix: string): string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${prefix}${path}`),
  );
}

describe("the API descriptions", () => {
  it("describe every route of the application that is not a page", () => {
    expect([...routes].filter((route) => !described.has(route))).toEqual([]);
  });

  it("describe no route that the application does not have", () => {
    expect([...described].filter((route) => !routes.has(route))).toEqual([]);
  });
});
