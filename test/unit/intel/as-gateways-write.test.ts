import { describe, expect, it } from "vitest";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";

describe("a URL that was percent-encoded as a whole", () => {
  it.each([
    ["once", "http%3A%2F%2Fshop.test%2Fa%3Fb%3D1", "/a", "b=1"],
    ["twice", "http%253a%252f%252fshop.test%252f%25c3%25a9", "/%C3%A9", undefined],
    ["behind its scheme", "http:%2F%2Fshop.test%2Fa", "/a", undefined],
    ["with no scheme", "shop.test%2Fa", "/a", undefined],
    ["with a line end in it", "http%3A%2F%2Fshop.te%0Ast%2Fa", "/a", undefined],
  ])("is decoded before it is read: encoded %s", (_how, written, path, query) => {
    expect(readIndicator("url", written)).toMatchObject({
      address: { host: { text: "shop.test" }, path, query },
    });
  });

  it("stays encoded if its bytes are not UTF-8", () => {
    expect(readIndicator("url", "http://shop.test%2F%FF/a")).toMatchObject({
      address: { host: { text: "shop.test/%FF" }, path: "/a" },
    });
  });
});

describe("full-width letters in a URL", () => {
  const raw = "https://shop.test/カタログ（２０２５）/a？b.pdf?q=％";

  it("are kept in a path, whether written raw or percent-encoded", () => {
    const read = readIndicator("url", raw);
    expect(read).toMatchObject({ address: { host: { text: "shop.test" } } });
    const sent = readIndicator("url", new URL(raw).href);
    expect("address" in read && read.address).toEqual("address" in sent && sent.address);
  });

  it("become plain letters in a host, and in a URL written wholly in full width", () => {
    const wide = Array.from("http://shop.test/a", (letter) =>
      String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
    ).join("");
    for (const written of ["https://ｓｈｏｐ．test/a", wide])
      expect(readIndicator("url", written)).toMatchObject({
        address: { host: { text: "shop.test" }, path: "/a" },
      });
  });

  it.each(["http://：／@shop.test/a", "http://shop.test\\.@/a"])(
    "are read as the host that a browser opens if refanging leaves no host: %s",
    (written) => {
      expect(readIndicator("url", written)).toMatchObject({
        address: { host: { text: "shop.test" } },
      });
    },
  );
});

describe("a text without a host", () => {
  it.each(["[.]", "(.)", "http://[.]/", "//(.)/a", "[dot]"])("is 400: %s", (written) => {
    expect(readIndicator("url", written)).toMatchObject({ refused: true, status: 400 });
  });
});

describe("a file: URL with a host", () => {
  it.each([
    "file://shop.test/a",
    "file:////shop.test/a",
    "file://///shop.test/a",
    "file:///\\\\shop.test\\a",
    "file:\\\\\\\\shop.test\\a",
  ])("is read as the network share that Windows would open: %s", (written) => {
    expect(readIndicator("url", written)).toMatchObject({
      address: { host: { text: "shop.test" }, path: "/a" },
    });
  });
});

describe("zero-width joiners where a name may not have them", () => {
  it.each([
    ["\u062f\u200c\u0628.test", "xn--ngbn.test"],
    ["e\u0301\u200cvil.test", "xn--vil-9la.test"],
  ])("are removed from the name: %s", (written, name) => {
    expect(readIndicator("domain", written)).toMatchObject({ name });
    expect(readIndicator("email", `a@${written}`)).toMatchObject({ value: `a@${name}` });
    expect(readIndicator("url", `http://${written}/`)).toMatchObject({
      address: { host: { text: name } },
    });
  });

  it("stay in the host of a URL if they are percent-encoded", () => {
    expect(readIndicator("url", "http://shop%E2%80%8C.test/")).toMatchObject({
      address: { host: { text: "shop%E2%80%8C.test" } },
    });
  });
});
