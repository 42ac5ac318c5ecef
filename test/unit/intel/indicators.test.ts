import { describe, expect, it } from "vitest";
import { isRefusal, settle } from "../../../src/http/index.ts";
import { parentNames, pathExpressions } from "../../../src/intel/indicators/expressions.ts";
import type { IndicatorType } from "../../../src/intel/indicators/indicator.ts";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";
import { parseUrl } from "../../../src/intel/indicators/url.ts";
import { partsOf } from "../../../src/intel/suffixes/registrable.ts";

function canonical(written: string): string {
  const { host, path, query } = settle(parseUrl(written));
  return host.text + path + (query === undefined ? "" : `?${query}`);
}

describe("the canonical form of a URL, by the rules of Safe Browsing", () => {
  it.each([
    ["escapes are taken off until none is left", "http://shop.test/%2525252561", "shop.test/a"],
    ["a lone percent sign stays and is escaped", "http://shop.test/100%", "shop.test/100%25"],
    ["an escaped percent sign comes out once", "http://shop.test/%25%32%35", "shop.test/%25"],
    [
      "mixed lone and nested escapes",
      "http://shop.test/%%%25%32%35x%%",
      "shop.test/%25%25%25x%25%25",
    ],
    [
      "a whole host and path in escapes",
      "http://%31%32%37.1%2e%32.3/%2E%61%2Fb/",
      "127.1.2.3/.a/b/",
    ],
    ["blanks in a path", "http://1.2.3.4/up/%20%20/.x/", "1.2.3.4/up/%20%20/.x/"],
    ["a hash that was escaped is no fragment", "http://shop.test/a%23b", "shop.test/a%23b"],
    ["a hash in a host", "http://shop%23.test/", "shop%23.test/"],
    [
      "everything that needs no escape",
      "http://shop.test/%257E%2521%2540%2524%255E%2526",
      "shop.test/~!@$^&",
    ],
    ["an address as one number", "http://3279880203/x", "195.127.0.11/x"],
    ["an address in hexadecimal", "http://0xC37F000B/x", "195.127.0.11/x"],
    ["an address in octal parts", "http://0303.0177.0.013/", "195.127.0.11/"],
    ["an address in three parts", "http://195.127.11/", "195.127.0.11/"],
    ["an IPv6 address", "http://[2001:DB8:0:0:0:0:0:1]:8080/", "[2001:db8::1]/"],
    ["an IPv4-mapped address", "http://[::ffff:195.127.0.11]/", "195.127.0.11/"],
    ["an IPv6 address with a zone", "http://[fe80::1%25eth0]:80/x", "[fe80::1]/x"],
    ["one with a zone that is not escaped", "http://[fe80::1%eth0]/x", "[fe80::1]/x"],
    ["a NAT64 address", "http://[64:ff9b::c37f:b]/", "195.127.0.11/"],
    ["dots in a path", "http://shop.test/a/./b/../../c", "shop.test/c"],
    ["more dots than folders", "http://shop.test/../../..", "shop.test/"],
    ["dots at the end", "http://shop.test/a/b/..", "shop.test/a/"],
    [
      "dots behind a run of slashes, which browsers resolve first",
      "http://shop.test/a//../b",
      "shop.test/a/b",
    ],
    ["escaped dots", "http://shop.test/a/%2e%2e/b", "shop.test/b"],
    ["runs of slashes, not in a query", "http://shop.test//a///b?c//d", "shop.test/a/b?c//d"],
    ["backslashes", "http:\\\\shop.test\\a\\b", "shop.test/a/b"],
    ["no scheme", "shop.test/", "shop.test/"],
    ["no scheme and no slash", "shop.test", "shop.test/"],
    ["no scheme and a port", "shop.test:8080/x", "shop.test/x"],
    ["a scheme and no slashes", "https:shop.test/x", "shop.test/x"],
    ["two slashes alone", "//shop.test/x", "shop.test/x"],
    ["a fragment", "http://shop.test/a#b", "shop.test/a"],
    ["two fragments", "http://shop.test/a#b#c", "shop.test/a"],
    ["capital letters in the host only", "http://SHOP.test/A", "shop.test/A"],
    ["dots around and within the host", "http://.shop..test.../", "shop.test/"],
    ["tabs and line ends", "http://shop.test/a\tb\rc\n2", "shop.test/abc2"],
    ["a query of nothing", "http://shop.test/q?", "shop.test/q?"],
    ["two question marks", "http://shop.test/q?r?s", "shop.test/q?r?s"],
    ["a path that ends in a sign", "http://shop.test/a;", "shop.test/a;"],
    ["a port", "http://shop.test:1234/", "shop.test/"],
    ["credentials and a port", "http://user:p%40ss@shop.test:80/a", "shop.test/a"],
    ["an @ in credentials", "http://a@b@shop.test/", "shop.test/"],
    ["bytes that are no UTF-8 in the host", "http://%01%80.test/", "%01%80.test/"],
    ["signs that no host may have", "http://w!eird<>ho$^.test/", "w!eird<>ho$^.test/"],
    ["a blank before the host", "http:// blank.test/", "%20blank.test/"],
    ["another alphabet", "http://пример.test/é", "xn--e1afmkfd.test/%C3%A9"],
    [
      "another alphabet in escapes",
      "http://%D0%BF%D1%80%D0%B8%D0%BC%D0%B5%D1%80.test/",
      "xn--e1afmkfd.test/",
    ],
    ["full-width letters", "http://ｓｈｏｐ.test/", "shop.test/"],
    ["another scheme", "ftp://shop.test/x", "shop.test/x"],
    ["controls around it, which browsers drop", "\u0001http://shop.test\u0001\u0000", "shop.test/"],
  ])("%s", (_rule, written, expected) => {
    expect(canonical(written)).toBe(expected);
  });

  it.each([
    "",
    "http://",
    "http:///",
    "http://.../",
    "mailto:a@shop.test",
    "file:///etc/passwd",
    "file:///C:/a.exe",
    "javascript:alert(1)",
    "two words",
    "word",
    "/path",
    "?query",
  ])("400 for %j, which has no host", (written) => {
    expect(parseUrl(written)).toMatchObject({ refused: true, status: 400 });
  });
});

describe("the expressions of a URL", () => {
  it.each([
    ["/", undefined, ["/"]],
    ["/a", undefined, ["/a", "/"]],
    ["/1/2.html", "x=1", ["/1/2.html?x=1", "/1/2.html", "/", "/1/"]],
    ["/a/b/c/d/e/f.html", undefined, ["/a/b/c/d/e/f.html", "/", "/a/", "/a/b/", "/a/b/c/"]],
    ["/a/", "", ["/a/", "/"]],
  ])("the paths of %s ? %s", (path, query, expected) => {
    expect(pathExpressions({ path, query })).toEqual(expected);
  });

  it.each([
    ["shop.test", []],
    ["a.b.shop.test", ["b.shop.test", "shop.test"]],
    ["a.b.c.d.e.f.test", ["c.d.e.f.test", "d.e.f.test", "e.f.test", "f.test"]],
    ["a.b.co.uk", ["b.co.uk"]],
    ["a.b.github.io", ["b.github.io"]],
    ["github.io", []],
  ])("the names above %s", (host, expected) => {
    expect(parentNames(host, partsOf(host).registrable)).toEqual(expected);
  });

  it("are at most 30", () => {
    const paths = pathExpressions({ path: "/a/b/c/d/e/f", query: "q" });
    const hosts = parentNames("a.b.c.d.e.f.g.h.test", "h.test");
    expect(paths.length * (hosts.length + 1)).toBe(30);
  });
});

describe("the value repeated in the answer", () => {
  it.each<[IndicatorType, string, string]>([
    ["url", " HTTP://Evil.TEST/Path?Q ", "HTTP://evil.test/Path?Q"],
    ["url", "hxxp://Evil[.]test", "http://evil.test"],
    ["url", "http://Пример.test/A", "http://xn--e1afmkfd.test/A"],
    ["url", "http://u:p@EVIL.test:80/", "http://u:p@evil.test:80/"],
    ["domain", "Evil.Test.", "evil.test"],
    ["domain", "bücher.test", "xn--bcher-kva.test"],
    ["domain", "نامه\u200Cای.test", "xn--mgba3gch31f060k.test"],
    ["domain", "क्\u200Dष.test", "xn--11b2ezcw70k.test"],
    ["domain", "e\u200Cv\u200Dil.test", "evil.test"],
    ["ip", "[2001:DB8::1]", "[2001:db8::1]"],
    ["ip", "192.0.2.1", "192.0.2.1"],
    ["asn", "asn 64500", "AS64500"],
    ["asn", "1.10", "AS65546"],
    ["asn", "AS0", "AS0"],
    ["email", "Some One <Some.One+tag@Evil.test>", "some.one+tag@evil.test"],
    ["email", "jose\u0301@evil.test", "jos\u00e9@evil.test"],
    ["email", '"Some.One"@evil.test', "some.one@evil.test"],
    ["email", '"a b"@evil.test', '"a b"@evil.test'],
    ["email", "mailto:who@evil.test?subject=a%20b", "who@evil.test"],
  ])("for the %s %j", (type, written, expected) => {
    expect(readIndicator(type, written)).toMatchObject({ type, value: expected });
  });
});

describe("readIndicator", () => {
  it.each<[IndicatorType, string]>([
    ["url", ""],
    ["url", "x".repeat(2049)],
    ["domain", "evil"],
    ["domain", "192.0.2.1"],
    ["domain", "evil.0x1"],
    ["domain", "*.evil.test"],
    ["domain", "evil.test:80"],
    ["domain", "evil.test/a"],
    ["domain", "http://evil.test"],
    ["domain", "_dmarc.evil.test"],
    ["domain", `${"a".repeat(64)}.test`],
    ["domain", `${"a.".repeat(126)}test`],
    ["domain", "evil..test"],
    ["ip", "192.0.2"],
    ["ip", "192.0.2.01"],
    ["ip", "0xC0.0.2.1"],
    ["ip", "3221225985"],
    ["ip", "192.0.2.0/24"],
    ["ip", "fe80::1%eth0"],
    ["ip", "1::2::3"],
    ["ip", "1:2:3:4:5:6:7:8:9"],
    ["ip", "1:2:3:4::5:6:7:8"],
    ["ip", "[]"],
    ["asn", "AS4294967296"],
    ["asn", "AS-1"],
    ["asn", "70000.1"],
    ["email", "nobody"],
    ["email", "@evil.test"],
    ["email", "a b@evil.test"],
    ["email", "a@evil"],
    ["email", `${"a".repeat(65)}@evil.test`],
  ])("400 for the %s %j", (type, written) => {
    const read = readIndicator(type, written);
    expect(read).toMatchObject({ refused: true, status: 400 });
    if (isRefusal(read)) expect(read.message).toContain('"value" must');
  });

  const name = (length: number) => `${"a.".repeat(125).slice(-(length - 4))}test`;
  const sized: [string, Parameters<typeof readIndicator>[0], string, boolean][] = [
    ["a label of 63 letters fits", "domain", `${"a".repeat(63)}.test`, true],
    ["a label of 64 does not", "domain", `${"a".repeat(64)}.test`, false],
    ["a name of 253 fits", "domain", `a${name(252)}`, true],
    ["a name of 254 does not", "domain", `aa${name(252)}`, false],
    ["a mailbox of 64 fits", "email", `${"a".repeat(64)}@evil.test`, true],
    ["an address of 254 fits", "email", `b@${name(252)}`, true],
    ["an address of 255 does not", "email", `bc@${name(252)}`, false],
  ];

  it.each(sized)("%s", (_what, type, written, fits) => {
    expect(isRefusal(readIndicator(type, written))).toBe(!fits);
  });

  it("reads a URL of an unknown scheme if it has slashes", () => {
    expect(readIndicator("url", "gopher://evil.test/a")).toMatchObject({
      address: { host: { text: "evil.test" }, path: "/a" },
    });
  });

  it.each(["-a.test", "a-.test", "-.test", "a--b.test", "xn--0.test", "1.test"])(
    "accepts %s, which browsers open, as a domain and as the host of a URL",
    (name) => {
      expect(readIndicator("domain", name)).toMatchObject({ name });
      expect(readIndicator("url", `http://${name}/`)).toMatchObject({
        address: { host: { kind: "name", text: name } },
      });
    },
  );

  it.each(["_a.test", "a_b.test", "a_.test"])("accepts %s as the host of a URL", (name) => {
    expect(readIndicator("url", `http://${name}/`)).toMatchObject({
      address: { host: { kind: "name", text: name } },
    });
  });

  it("accepts an underscore in a domain when that is allowed, as for DNS names", () => {
    expect(readIndicator("domain", "_dmarc.evil.test", { underscore: true })).toMatchObject({
      name: "_dmarc.evil.test",
    });
  });
});

describe("the URL that a browser would open, if it differs from the refanged one", () => {
  it.each([
    ["http://evil.test\\.shop.test/a", "evil.test", "/.shop.test/a"],
    ["http:\\\\evil.test\\a\\..\\b", "evil.test", "/b"],
    ["http://198.51.100.7\\.x/a", "198.51.100.7", "/.x/a"],
    ["http://shop.test\uFF0F@evil.test/a", "evil.test", "/a"],
    ["https://shop.test\uFF1Fx=1@evil.test/a", "evil.test", "/a"],
    ["http://shop.test\uFF03@evil.test/a", "evil.test", "/a"],
    ["ht\ttp://evil.test\\.shop.test/a", "evil.test", "/.shop.test/a"],
    ["shop.test\uFF0F@evil.test/a", "evil.test", "/a"],
    ["http://shop.test\uFF0Fx:y@evil.test/a", "evil.test", "/a"],
  ])("is an inner URL of %j", (written, text, path) => {
    expect(readIndicator("url", written)).toMatchObject({ inner: [{ host: { text }, path }] });
  });

  it("brings the URLs that it carries inside", () => {
    const outer = "http://shop.test\uFF0F@www.google.com/url?q=http%3A%2F%2Fevil.test%2Fa";
    expect(readIndicator("url", outer)).toMatchObject({
      inner: [{ host: { text: "www.google.com" } }, { host: { text: "evil.test" }, path: "/a" }],
    });
  });

  it.each([
    "http://evil\\.test/a",
    "hxxp://evil[.]test/a",
    "http://192\\.0\\.2\\.1/",
    "192\\.0\\.2\\.1",
    "\uFF48\uFF54\uFF54\uFF50\uFF1A\uFF0F\uFF0Fevil.test/a",
    '"http://evil.test/a",',
    "http:\\\\evil.test\\a",
  ])("is not added for %j", (written) => {
    expect(readIndicator("url", written)).toMatchObject({ inner: [] });
  });
});

describe("a URL inside another URL", () => {
  it.each([
    "https://eur01.safelinks.protection.outlook.com/?url=http%3A%2F%2Fevil.test%2Fa%3Fb&data=1",
    "https://urldefense.com/v3/__http://evil.test/a?b__;!!x$",
    "https://urldefense.com/v3/__http:/evil.test/a?b__;!!x$",
    "https://urldefense.proofpoint.com/v2/url?u=http-3A__evil.test_a-3Fb&d=x",
    "https://www.google.com/url?sa=t&q=http%3A%2F%2Fevil.test%2Fa%3Fb",
    "https://www.google.com/url?esrc=s&q=&rct=j&sa=U&url=http%3A%2F%2Fevil.test%2Fa%3Fb&ved=1",
    "https://www.google.com/url?sa=t&q=evil+test&esrc=s&url=http%3A%2F%2Fevil.test%2Fa%3Fb",
    "https://www.google.com/url?q=%&url=http%3A%2F%2Fevil.test%2Fa%3Fb",
    "https://translate.google.com/translate?sl=auto&tl=en&u=http%3A%2F%2Fevil.test%2Fa%3Fb",
    "https://maps.google.co.uk/url?q=http%3A%2F%2Fevil.test%2Fa%3Fb",
    "https://www.google.com/amp/s/evil.test/a?b",
    "https://www.google.es/amp/evil.test/a?b",
    "https://evil-test.cdn.ampproject.org/c/s/evil.test/a?b",
    "https://evil-test.translate.goog/a?b",
    "https://www.googleadservices.com/pagead/aclk?sa=L&adurl=http%3A%2F%2Fevil.test%2Fa%3Fb",
    "https://adclick.g.doubleclick.net/pcs/click?x=1&adurl=http%3A%2F%2Fevil.test%2Fa%3Fb",
    "https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cDovL2V2aWwudGVzdC9hP2I&ntb=1",
    "https://duckduckgo.com/l/?uddg=http%3A%2F%2Fevil.test%2Fa%3Fb&rut=1",
    "https://secure-web.cisco.com/1abcdefgh/http%3A%2F%2Fevil.test%2Fa%3Fb",
    "https://protect.checkpoint.com/v2/___http://evil.test/a?b___.YXBz",
    "https://url.avanan.click/v2/___http://evil.test/a?b___.YXBz",
    "https://linkprotect.cudasvc.com/url?a=http%3a%2f%2fevil.test%2fa%3fb&c=E,1",
    "https://clicktime.symantec.com/3abc?u=http%3A%2F%2Fevil.test%2Fa%3Fb",
    "https://imsva91-ctp.trendmicro.com:443/wis/clicktime/v1/query?url=http%3a%2f%2fevil.test%2fa%3fb",
    "https://protect2.fireeye.com/v1/url?k=1&u=http%3A%2F%2Fevil.test%2Fa%3Fb",
    "https://l.messenger.com/l.php?u=http%3A%2F%2Fevil.test%2Fa%3Fb",
    "https://t.umblr.com/redirect?z=http%3A%2F%2Fevil.test%2Fa%3Fb",
    "https://vk.com/away.php?to=http%3A%2F%2Fevil.test%2Fa%3Fb",
    "https://out.reddit.com/t3_1?url=http%3A%2F%2Fevil.test%2Fa%3Fb",
  ])("is found in %s", (written) => {
    const read = readIndicator("url", written);
    expect(read).toMatchObject({
      inner: [{ host: { text: "evil.test" }, path: "/a", query: "b" }],
    });
  });

  it("is found behind several filters that wrapped one another", () => {
    const google = "https://www.google.com/url?q=http%3A%2F%2Fevil.test%2Fa%3Fb";
    const proofpoint = `https://urldefense.com/v3/__${google}__;!!x$`;
    const outlook = `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(proofpoint)}`;
    expect(readIndicator("url", outlook)).toMatchObject({
      inner: [
        { host: { text: "urldefense.com" } },
        { host: { text: "www.google.com" }, path: "/url" },
        { host: { text: "evil.test" }, path: "/a", query: "b" },
      ],
    });
  });

  it("is found in both parameters, if the redirector may follow either", () => {
    const written = "https://www.google.com/url?q=shop.test&url=https%3A%2F%2Fevil.test";
    expect(readIndicator("url", written)).toMatchObject({
      inner: [{ host: { text: "shop.test" } }, { host: { text: "evil.test" } }],
    });
  });

  it("gets its own hyphens back from a translate.goog name", () => {
    expect(readIndicator("url", "https://www-evil--bank-test.translate.goog/a")).toMatchObject({
      inner: [{ host: { text: "www.evil-bank.test" }, path: "/a" }],
    });
  });

  it.each([
    "https://www.google.com/amp/about",
    "https://www.bing.com/ck/a?u=a1%%%",
    "https://www.bing.com/ck/a?u=a2aHR0cDovL2V2aWwudGVzdC9hP2I",
    "https://www.trendmicro.com/?url=http://evil.test",
    "https://www.google.com/urls?q=http://evil.test",
  ])("is not found in %s", (written) => {
    expect(readIndicator("url", written)).toMatchObject({ inner: [] });
  });

  it("is not found in a search query", () => {
    const read = readIndicator("url", "https://www.google.com/search?q=http://evil.test");
    expect(read).toMatchObject({ inner: [] });
  });
});
