import { describe, expect, it } from "vitest";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";

describe("an address that was escaped as a whole", () => {
  it.each([
    ["once", "http%3A%2F%2Fshop.test%2Fa%3Fb%3D1", "/a", "b=1"],
    ["twice", "http%253a%252f%252fshop.test%252f%25c3%25a9", "/%C3%A9", undefined],
    ["behind its scheme", "http:%2F%2Fshop.test%2Fa", "/a", undefined],
    ["with no scheme", "shop.test%2Fa", "/a", undefined],
    ["with a line end in it", "http%3A%2F%2Fshop.te%0Ast%2Fa", "/a", undefined],
  ])("is read as what it was, %s", (_how, written, path, query) => {
    expect(readIndicator("url", written)).toMatchObject({
      address: { host: { text: "shop.test" }, path, query },
    });
  });

  it("is left as it is where it is no text", () => {
    expect(readIndicator("url", "http://shop.test%2F%FF/a")).toMatchObject({
      address: { host: { text: "shop.test/%FF" }, path: "/a" },
    });
  });
});

describe("letters in full width", () => {
  const raw = "https://shop.test/カタログ（２０２５）/a？b.pdf?q=％";

  it("stay in a path, where files of Japan have them, however they are written", () => {
    const read = readIndicator("url", raw);
    expect(read).toMatchObject({ address: { host: { text: "shop.test" } } });
    const sent = readIndicator("url", new URL(raw).href);
    expect("address" in read && read.address).toEqual("address" in sent && sent.address);
  });

  it("do not in a host, nor where all of an address is in them", () => {
    const wide = Array.from("http://shop.test/a", (letter) =>
      String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
    ).join("");
    for (const written of ["https://ｓｈｏｐ．test/a", wide])
      expect(readIndicator("url", written)).toMatchObject({
        address: { host: { text: "shop.test" }, path: "/a" },
      });
  });

  it.each(["http://：／@shop.test/a", "http://shop.test\\.@/a"])(
    "and a browser's host is asked for where taking the harm out leaves none: %s",
    (written) => {
      expect(readIndicator("url", written)).toMatchObject({
        address: { host: { text: "shop.test" } },
      });
    },
  );
});

describe("what is no address, harmless or not", () => {
  it.each(["[.]", "(.)", "http://[.]/", "//(.)/a", "[dot]"])("is refused: %s", (written) => {
    expect(readIndicator("url", written)).toMatchObject({ refused: true, status: 400 });
  });
});

describe("an address of another scheme than the web's", () => {
  it.each([
    "file://shop.test/a",
    "file:////shop.test/a",
    "file://///shop.test/a",
    "file:///\\\\shop.test\\a",
    "file:\\\\\\\\shop.test\\a",
  ])("leads to the share that Windows would open: %s", (written) => {
    expect(readIndicator("url", written)).toMatchObject({
      address: { host: { text: "shop.test" }, path: "/a" },
    });
  });
});

describe("joiners where no name may have them", () => {
  it.each([
    ["\u062f\u200c\u0628.test", "xn--ngbn.test"],
    ["e\u0301\u200cvil.test", "xn--vil-9la.test"],
  ])("hide none: %s", (written, name) => {
    expect(readIndicator("domain", written)).toMatchObject({ name });
    expect(readIndicator("email", `a@${written}`)).toMatchObject({ value: `a@${name}` });
    expect(readIndicator("url", `http://${written}/`)).toMatchObject({
      address: { host: { text: name } },
    });
  });

  it("make another host where they are escaped, and no allowed one", () => {
    expect(readIndicator("url", "http://shop%E2%80%8C.test/")).toMatchObject({
      address: { host: { text: "shop%E2%80%8C.test" } },
    });
  });
});
