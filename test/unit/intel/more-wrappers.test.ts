import { describe, expect, it } from "vitest";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";

const sophos = Buffer.from("http://evil.test/a?b").toString("base64");

describe("a URL inside another URL, in further wrappers", () => {
  it.each([
    `https://eu-central-1.protection.sophos.com/?d=evil.test&u=${encodeURIComponent(sophos)}&i=1`,
    "https://www.linkedin.com/safety/go?url=http%3A%2F%2Fevil.test%2Fa%3Fb&trk=x",
    "https://www.linkedin.com/safety/go/?url=http%3A%2F%2Fevil.test%2Fa%3Fb",
    "https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=http%3a%2f%2fevil.test%2fa%3fb/RK=2/RS=x-",
    "https://urldefense.com/v3/__http://evil.test/a?b__;!-612Flbf0JvQ3kNJkRi5Jg!Ue6t$",
  ])("is found in %s", (written) => {
    expect(readIndicator("url", written)).toMatchObject({
      inner: [{ host: { text: "evil.test" }, path: "/a", query: "b" }],
    });
  });

  it("is read without the signs behind it, as a feed's own line is", () => {
    const inner = encodeURIComponent("http://evil.test/a)!");
    const written = `https://eur01.safelinks.protection.outlook.com/?url=${inner}&data=x`;
    expect(readIndicator("url", written)).toMatchObject({
      inner: [{ host: { text: "evil.test" }, path: "/a" }],
    });
  });

  it.each(["https://evil-test.translate.goog", "https://evil-test.translate.goog/"])(
    "is found in %s, though nothing follows the host",
    (written) => {
      expect(readIndicator("url", written)).toMatchObject({
        inner: [{ host: { text: "evil.test" }, path: "/" }],
      });
    },
  );

  it.each([
    ["a*test", "Kw", "a+test"],
    ["a*b*c", "KyM", "a+b"],
    ["*41*42", "JSU", "AB"],
    ["**A-**B", "4pyF4pyFKysr", "%E2%9C%85%E2%9C%85-+++"],
    ["a*b", "", "a*b"],
    ["a*b", "====", "a*b"],
  ])("gets back the signs that Proofpoint masked: %s with %s", (masked, signs, query) => {
    const written = `https://urldefense.us/v3/__https://evil.test:443/s?${masked}__;${signs}!-6!Ue$`;
    expect(readIndicator("url", written)).toMatchObject({
      inner: [{ host: { text: "evil.test" }, path: "/s", query }],
    });
  });

  it.each([
    ["https://www.bing.com/ck/a?u=a1", "base64url"],
    ["https://eu.protection.sophos.com/?u=", "base64"],
  ] as const)("is found though its bytes are not UTF-8: %s", (before, form) => {
    const packed = Buffer.from("http://evil.test/\u00e9", "latin1").toString(form);
    expect(readIndicator("url", before + packed)).toMatchObject({
      inner: [{ host: { text: "evil.test" } }],
    });
  });

  it.each([
    "https://www.protection.sophos.com/?d=evil.test",
    "https://www.linkedin.com/safety/going?url=http://evil.test",
    "https://r.search.yahoo.com/RU=/RK=2",
    "https://search.yahoo.com/search?p=RU=http://evil.test/",
  ])("is not found in %s", (written) => {
    expect(readIndicator("url", written)).toMatchObject({ inner: [] });
  });
});
