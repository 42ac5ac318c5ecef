import { describe, expect, it } from "vitest";
import { collectNames } from "../../src/inspection/layers/l2/collect-names.ts";
import { readMessage } from "../../src/inspection/reading/read-message.ts";

const URL = "http://evil.test/a.png";
const namedBy = (body: string) => {
  const reading = readMessage({ channel: "email", sender: "", body });
  return { reading, ...collectNames(reading) };
};

describe("what a mail fetches to be shown", () => {
  it.each([
    ["a picture in many sizes", `<img src="cid:a" srcset="cid:b 1x, ${URL} 2x">`],
    ["a source of a picture", `<picture><source srcset=${URL}><img></picture>`],
    ["a source of a film", `<video><source src="${URL}"></video>`],
    ["a film's first picture", `<video poster='${URL}'></video>`],
    ["a background", `<td background="${URL}">`],
    ["an object", `<object type="image/png" data="${URL}"></object>`],
    ["a button that is a picture", `<input type="image" src="${URL}">`],
    ["a picture within a drawing", `<svg><image href="${URL}"/></svg>`],
    ["the old way to name one", `<svg><image xlink:href="${URL}"/></svg>`],
    ["a page that goes elsewhere", `<meta http-equiv="refresh" content="0; URL='${URL}'">`],
    ["one that does not say what", `<meta http-equiv=refresh content="0;${URL}">`],
    ["one in a head", `</p><head><meta http-equiv=refresh content=0;url=${URL}></head>`],
    ["a sheet", `<link rel="stylesheet" href="${URL}">`],
    ["a style", `<div style="color:red;background:url(${URL})">`],
    ["a style with quotes", `<div style="background-image: url( &quot;${URL}&quot; )">`],
    ["a style that is escaped", `<div style="background:u\\72 l(http\\3a//evil.test/a.png)">`],
    ["a style written in numbers", `<div style="background:&#117;&#114;l&#40;${URL})">`],
    ["a sheet's rule", `<style>a{}\nb{background:URL('${URL}')}</style>`],
    ["a sheet's rule in a head", `</p><head><style>b{background:url(${URL})}</style></head>`],
    ["a sheet that a sheet asks for", `<style>@import "${URL}";</style>`],
    ["a picture for each screen", `<style>b{background:image-set("${URL}" 1x)}</style>`],
    ["a > before it", `<img alt="a>b" src="${URL}">`],
    ["much before it", `<img alt="${"x".repeat(500)}" src="${URL}">`],
    ["a tab in it", `<img src="ht\ttp://ev\nil.test/a.png">`],
    ["slashes that lean the other way", '<img src="http:\\\\evil.test\\a.png">'],
    ["the page's own scheme", '<img src="//evil.test/a.png">'],
    ["what Outlook alone is shown", `<!--[if gte mso 9]><v:fill src="${URL}"/><![endif]-->`],
    ["where Outlook alone leads", `<!--[if mso]><a href="${URL}">b</a><![endif]-->`],
    ["a base", '<base href="http://evil.test/b/"><img src="/a.png">'],
    ["a base that comes last", '<img src="../a.png"><base href="http://evil.test/b/">'],
  ])("is asked about: %s", (_case, html) => {
    const { names, reading } = namedBy(`<p>Hello ${html}</p>`);
    expect(names).toEqual([{ type: "url", value: URL, from: "text" }]);
    expect(reading.named).toEqual([]);
  });

  it.each([
    ["a picture that comes along", '<img src="cid:a"><img src="data:image/png;base64,AAAA">'],
    ["a relative one without a base", '<img src="/a.png">'],
    ["a comment", `<!-- <img src="${URL}"> -->`],
    ["words of an attribute", `<img alt='src="${URL}"'>`],
    ["a description", `<meta name="description" content="see ${URL}">`],
  ])("is nothing in %s", (_case, html) => {
    expect(namedBy(`<p>Hello ${html}</p>`).names).toEqual([]);
  });

  it("is asked about once, and only as much of it as there is room for", () => {
    const twice = `<p><img src="${URL}"><td background="${URL}">`;
    expect(namedBy(twice).names).toHaveLength(1);
    const many = Array.from({ length: 5_000 }, (_, at) => `http://p${at}.test/`);
    const tags = many.map((url) => `<img src="${url}">`).join("");
    expect(namedBy(`<p>${tags}`).names).toHaveLength(250);
  });
});
