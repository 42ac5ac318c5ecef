import { describe, expect, it } from "vitest";
import * as fc from "fast-check";
import { preferred } from "../../src/portal/frame/language.ts";
import { localPath } from "../../src/portal/frame/local-path.ts";

describe("the language of a reader", () => {
  it.each([
    ["", "es"],
    ["de-DE,fr;q=0.5", "es"],
    ["en-GB,en;q=0.9", "en"],
    ["es-MX,es;q=0.9,en;q=0.8", "es"],
    ["es;q=0.3,en;q=0.8", "en"],
    ["en;q=0", "es"],
    ["*", "es"],
  ])("%j is read as %s", (header, language) => {
    expect(preferred(header)).toBe(language);
  });
});

describe("the path that a form leads to", () => {
  it.each(["/portal", "/portal/t/acme/keys?page=2"])(
    "is kept if it is in the portal: %s",
    (path) => {
      expect(localPath(path)).toBe(path);
    },
  );

  it.each([
    "https://evil.example/portal",
    "//evil.example/portal",
    "/\\evil.example/portal",
    "/portal/../docs",
    "/portal//evil.example",
    "/portalx",
    "javascript:alert(1)",
    "",
  ])("is /portal if it is not in the portal: %s", (path) => {
    expect(localPath(path)).toBe("/portal");
  });

  it("never leaves the portal, whatever the form holds", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.webPath().map((path) => `/portal${path}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const found = new URL(localPath(text), "https://here.example");
        expect(found.origin).toBe("https://here.example");
        expect(found.pathname).toMatch(/^\/portal(\/|$)/);
      }),
    );
  });
});
