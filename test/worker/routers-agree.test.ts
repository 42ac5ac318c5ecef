import type { H, RouterRoute } from "hono/types";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { expect, it, onTestFinished, vi } from "vitest";
import { createWholeApp } from "../../src/app.ts";
import { GROWN_AFTER } from "../../src/http/young-router.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const PARAMETER = /:\w+(?:\{[^}]*\})?|\*/g;

it("a segment's first router and its fast router find the same handlers for each route", async () => {
  const made = vi.spyOn(RegExpRouter.prototype, "buildAllMatchers");
  onTestFinished(() => made.mockRestore());
  const { router, routes } = await createWholeApp();
  const found = (path: string) =>
    METHODS.map((method) => {
      const [layers] = router.match(method, path) as [[[H, RouterRoute], unknown][]];
      return layers.map(([[, route]]) => `${route.method} ${route.path}`);
    });
  const paths = [...new Set(routes.map(({ path }) => path.replaceAll(PARAMETER, "demo")))];
  const first = new Map(paths.map((path) => [path, found(path)]));
  expect(made).not.toHaveBeenCalled();
  for (const path of paths) {
    for (let asked = 0; asked < GROWN_AFTER; asked += 1) router.match("GET", path);
    expect(found(path), path).toEqual(first.get(path));
  }
  expect(made.mock.calls.length).toBeGreaterThan(50);
});

it("a path that is spelled like a route meets each handler once, as any other path does", async () => {
  const { router, routes } = await createWholeApp();
  const handlersOf = (method: string, path: string) => {
    const [layers] = router.match(method, path) as [[[H, RouterRoute], unknown][]];
    return layers.map(([[, route]]) => `${route.method} ${route.path}`);
  };
  const patterns = new Set(routes.map(({ path }) => path).filter((path) => /\/:\w+/.test(path)));
  expect(patterns.size).toBeGreaterThan(100);
  for (const path of patterns) {
    for (const method of METHODS) {
      const expected = handlersOf(method, path.replaceAll(PARAMETER, "demo"));
      expect(handlersOf(method, path), path).toEqual(expected);
      const stars = handlersOf(method, path.replaceAll(PARAMETER, "*"));
      expect(stars, `${path} of stars`).toEqual(expected);
    }
  }
});
