import { describe, expect, it } from "vitest";
import { collectNames } from "../../src/inspection/layers/l2/collect-names.ts";
import { findLinks } from "../../src/inspection/reading/find-links.ts";
import { readMessage } from "../../src/inspection/reading/read-message.ts";
import { visibleText } from "../../src/inspection/reading/visible-text.ts";

function hostsIn(html: string): string[] {
  return findLinks(visibleText(`<p>Hello ${html}</p>`).text).map(({ host }) => host);
}

describe("reading HTML", () => {
  it.each([
    ["a > within the address", '<a href="http://evil.test/login?a>b">here</a>'],
    ["a > within another attribute", "<a title=\"a>b\" href='http://evil.test/'>here</a>"],
    ["another attribute that ends in href", '<a data-href="x" href="http://evil.test/">here</a>'],
    ["an attribute that holds an href", `<a title=" href='x'" href="http://evil.test/">here</a>`],
    ["a long tag", `<a title="${"x".repeat(5_000)}" href="http://evil.test/">here</a>`],
    ["backslashes", '<a href="http:\\\\evil.test\\login">here</a>'],
    ["no slashes", '<a href="https:evil.test/login">here</a>'],
    ["a line end in the scheme", '<a href="ht&#10;tp://evil.test/">here</a>'],
    ["a tab in the host", '<a href="http://ev\til.test/">here</a>'],
    ["named entities", '<a href="http&colon;&sol;&sol;evil&period;test&sol;login">here</a>'],
    ["numeric entities without a semicolon", '<a href="&#104&#x74&#116p://evil.test/">here</a>'],
    ["numeric entities with leading zeros", '<a href="&#0000000104;ttp://evil.test/">here</a>'],
    ["an entity for a tab in the host", '<a href="http://ev&Tab;il.test/">here</a>'],
    ["an entity for a line end in the scheme", '<a href="ht&NewLine;tp://evil.test/">here</a>'],
    ["named entities in plain text", "go to http&colon;&sol;&sol;evil&period;test/"],
    ["no scheme", '<a href="//evil.test/login">here</a>'],
    ["a user name with signs that end an address", '<a href="http://x|y{z@evil.test/">here</a>'],
    ["an area of an image map", '<map><area href="http://evil.test/"></map>'],
    ["a form", '<form method="post" action="http://evil.test/"><input></form>'],
    ["a button of a form", '<button formaction="http://evil.test/">send</button>'],
    ["a control character before it", '<a href="\u0001 http://evil.test/">here</a>'],
    ["a link of an SVG drawing", '<svg><a xlink:href="http://evil.test/">here</a></svg>'],
    ["no quotes", "<A HREF=HTTP://evil.test/login>here</A>"],
  ])("finds the address with %s", (_case, html) => {
    expect(hostsIn(html)).toEqual(["evil.test"]);
  });

  it.each([
    ["a picture", '<img src="http://images.test/a.png">'],
    ["a mailto address", '<a href="mailto:a@good.test">write</a>'],
    [
      "an empty or relative address",
      '<a href="http://">here</a> <a href="/login">there</a> <a name="x">x</a>',
    ],
    ["a quote that is never closed", '<b title="x>words</b> more'],
  ])("finds no address with %s", (_case, html) => {
    expect(hostsIn(html)).toEqual([]);
  });

  it.each([
    ["a path", "/login"],
    ["a name", "login"],
    ["a query", "?a=b"],
    ["an empty address", ""],
    ["a fragment", "#top"],
    ["the base's scheme without slashes", "https:login"],
    ["the base's scheme with one slash", "https:/good.test/login"],
    ["a path to the parent", "../login"],
    ["a path with a backslash", "\\\\login".slice(1)],
  ])("applies the base to %s", (_case, href) => {
    const link = `<a href="${href}">here</a>`;
    const base = '<base href="https://evil.test/a/b">';
    expect(hostsIn(`${base}${link}`)).toEqual(["evil.test"]);
    expect(hostsIn(`${link}${base}<base href="https://good.test/">`)).toEqual(["evil.test"]);
    const page = `<html><head><title>x</title><style>a</style>${base}</head>${link}</html>`;
    expect(visibleText(page).anchors).toEqual([
      { href: expect.stringMatching(/^https:\/\/evil\.test\//), text: "here" },
    ]);
  });

  it.each([
    ["a whole address", "http://good.test/", ["good.test"]],
    ["another scheme without slashes", "http:good.test", ["good.test"]],
    ["an address without a scheme", "//good.test/", ["good.test"]],
    ["a mailto address", "mailto:a@good.test", []],
    ["a script", "javascript:go()", []],
  ])("does not apply the base to %s", (_case, href, hosts) => {
    expect(hostsIn(`<base href="https://evil.test/"><a href="${href}">here</a>`)).toEqual(hosts);
  });

  it.each([
    ["in a comment", '<!-- <base href="http://evil.test/"> -->'],
    ["in a script", '<script>"<base href=http://evil.test/>"</script>'],
    ["in an attribute", '<b title="<base href=http://evil.test/>">b</b>'],
    ["that is no web address", '<base href="data:,"><base href="http://evil.test/">'],
    ["without an address", "<base target=x>"],
  ])("ignores a base %s", (_case, base) => {
    expect(hostsIn(`${base}<a href="/login">here</a>`)).toEqual([]);
    expect(hostsIn(`<head>${base}</head><a href="/login">here</a>`)).toEqual([]);
  });

  it("takes the host of a link after its last @, as browsers do", () => {
    const [link] = findLinks("ve a https://banco.com@x@evil.test/a ya");
    expect(link).toMatchObject({ url: "https://banco.com@x@evil.test/a", host: "evil.test" });
  });

  it("does not repeat a long base for each of many links", () => {
    const base = `<base href="http://evil.test/${"a/".repeat(50_000)}">`;
    const { text, anchors } = visibleText(`<p>${base}${"<a href=x>y</a>".repeat(5_000)}</p>`);
    expect(anchors).toHaveLength(200);
    expect(new Set(anchors.map(({ href }) => href))).toEqual(new Set(["http://evil.test/x"]));
    expect(text.match(/evil/g)).toHaveLength(200);
    expect(text.length).toBeLessThan(20_000);
  });

  it.each([
    ["words", "<head>a</head>b", "ab"],
    ["a link", "<html><head><a href=http://a.test>c</a></head>d", " http://a.test cd"],
    ["a tag of the body and what follows it", "<head><p>a<title>b</title></head>c", "\na\nb\nc"],
    ["a head after the body has begun", "<b>a</b><head><title>b</title><i>c</i></head>d", "acd"],
    ["only tags that it may hold", " <head><title>a</title><meta x> <!-- b --></head>c", " c"],
    ["an unclosed comment", "<head><!-- b</head>c", "c"],
    ["a second head in it", "<head><head><title>b</title></head>c", "c"],
    [
      "an end tag in a style, then an unclosed comment",
      "<head><style></head><p>a</style><!-- b",
      "",
    ],
  ])("shows what browsers show of a head with %s", (_what, html, text) => {
    expect(visibleText(html).text).toBe(text);
  });

  it.each([
    [
      "the style of a drawing, with tags",
      "<svg><style><p>a<a href=http://a.test>b</a></style>",
      "a http://a.test b",
    ],
    ["the script of a drawing, with tags", "<svg><script><p>a</script>b", "ab"],
    [
      "the title of a formula, with tags",
      "<math><title><p>a<a href=http://a.test>b</a></title>",
      "a http://a.test b",
    ],
    ["the style of a drawing, with another end tag", "<svg><style></stylex><p>a</style>b", "ab"],
    ["the style of a drawing, with rules", "<svg><style>b{c:d}</style></svg>e", "e"],
    [
      "the style of a formula, after the end tag of a drawing",
      "<math></svg><style><p>a</style>b",
      "ab",
    ],
    [
      "the style of a drawing, after an inner drawing",
      "<svg><svg></svg><style><p>a</style>b",
      "ab",
    ],
    ["the style of an unclosed drawing", "<svg a=b/><style><p>a</style>b", "ab"],
    ["a style after closed drawings", "<svg/><svg></svg><style><p>a</style>b", "b"],
  ])("reads as browsers do: %s", (_what, html, text) => {
    expect(visibleText(html).text.replaceAll("\n", "")).toBe(text);
  });

  it("decodes numeric entities of control characters as browsers do", () => {
    expect(visibleText("&#128;&#x80;&#150;&#153;&#159;&#127;&#160;").text).toBe(
      "€€–™Ÿ\u007f\u00a0",
    );
    expect(visibleText("&#129;&#157;").text).toBe("\u0081\u009d");
  });

  it("leaves unknown entities as they are written", () => {
    const text = "&constructor; &toString; &tab; &#; &nothing; R&D; &amp";
    expect(visibleText(text).text).toBe(text);
  });

  it("reads the words after an unclosed quote", () => {
    expect(visibleText("<b title=\"x>words</b> it's <i>more</i>").text).toBe("words it's more");
  });

  it("gives each anchor only its own text", () => {
    const { anchors } = visibleText('<a href="http://one.test/">one <a href="//two.test/">two</a>');
    expect(anchors).toEqual([
      { href: "http://one.test/", text: "one" },
      { href: "http://two.test/", text: "two" },
    ]);
  });
});

describe("the HTML of a mail", () => {
  it.each([
    '<h1>Hello</h1><form action="&#104;ttps://evil.test/"></form>',
    '<section><strong>Hello</strong><form action="&#104;ttps://evil.test/"></section>',
    '<svg><a xlink:href="&#104;ttps://evil.test/"></svg>',
    '<ul><li><button formaction="&#104;ttps://evil.test/">send</button></ul>',
  ])("is recognised by any of its tags: %s", (body) => {
    const { links } = readMessage({ channel: "email", sender: "", body });
    expect(links.map(({ host }) => host)).toEqual(["evil.test"]);
  });
});

describe("an address that a mail loads when it is shown", () => {
  const namedBy = (body: string) =>
    collectNames(readMessage({ channel: "email", sender: "", body }));

  it.each([
    ["a picture", '<img alt="x" src="http://evil.test/a.png?a&amp;b">'],
    ["a frame", "<iframe src=http://evil.test/a.png?a&b></iframe>"],
    ["something embedded", "<EMBED\nSRC = 'http://evil.test/a.png?a&b'>"],
    ["a picture without spaces", '<img/data-src="x"/src="http://evil.test/a.png?a&b"/>'],
  ])("is looked up and is no link: %s", (_case, html) => {
    const body = `<p>Hello ${html}</p>`;
    const url = "http://evil.test/a.png?a&b";
    expect(namedBy(body).names).toEqual([{ type: "url", value: url, from: "text" }]);
    expect(readMessage({ channel: "email", sender: "", body }).links).toEqual([]);
  });

  it("is looked up after all links, within the limit of 250", () => {
    const many = (count: number, make: (i: number) => string) =>
      Array.from({ length: count }, (_, i) => make(i)).join("");
    const pictures = many(300, (i) => `<img src="http://p${i}.test/">`);
    const links = many(240, (i) => `<a href="http://a${i}.test/">x</a>`);
    const { names, unasked } = namedBy(`<p>${pictures}${links}</p>`);
    expect(unasked).toBe(0);
    expect(names).toHaveLength(250);
    expect(names[239]?.value).toBe("http://a239.test/");
    expect(names[240]?.value).toBe("http://p0.test/");
  });
});
