import { describe, expect, it } from "vitest";
import { collectNames } from "../../src/inspection/layers/l2/collect-names.ts";
import { readMessage } from "../../src/inspection/reading/read-message.ts";

const URL = "http://evil.test/a.png";
const namedBy = (body: string) => {
  const reading = readMessage({ channel: "email", sender: "", body });
  return { reading, ...collectNames(reading) };
};

describe("an address that a mail loads when it is shown", () => {
  it.each([
    ["a picture in many sizes", `<img src="cid:a" srcset="cid:b 1x, ${URL} 2x">`],
    ["a source of a picture", `<picture><source srcset=${URL}><img></picture>`],
    ["a source of a video", `<video><source src="${URL}"></video>`],
    ["the poster of a video", `<video poster='${URL}'></video>`],
    ["a background", `<td background="${URL}">`],
    ["an object", `<object type="image/png" data="${URL}"></object>`],
    ["a button that is a picture", `<input type="image" src="${URL}">`],
    ["an image within SVG", `<svg><image href="${URL}"/></svg>`],
    ["an image within SVG, by xlink:href", `<svg><image xlink:href="${URL}"/></svg>`],
    ["a refresh to another page", `<meta http-equiv="refresh" content="0; URL='${URL}'">`],
    ["a refresh without url=", `<meta http-equiv=refresh content="0;${URL}">`],
    ["a refresh in a head", `</p><head><meta http-equiv=refresh content=0;url=${URL}></head>`],
    ["a stylesheet", `<link rel="stylesheet" href="${URL}">`],
    ["a style", `<div style="color:red;background:url(${URL})">`],
    ["a style with quotes", `<div style="background-image: url( &quot;${URL}&quot; )">`],
    ["a style with CSS escapes", `<div style="background:u\\72 l(http\\3a//evil.test/a.png)">`],
    ["a style in numeric entities", `<div style="background:&#117;&#114;l&#40;${URL})">`],
    ["a rule of a stylesheet", `<style>a{}\nb{background:URL('${URL}')}</style>`],
    [
      "a rule of a stylesheet in a head",
      `</p><head><style>b{background:url(${URL})}</style></head>`,
    ],
    ["an imported stylesheet", `<style>@import "${URL}";</style>`],
    ["an image set", `<style>b{background:image-set("${URL}" 1x)}</style>`],
    ["a > in an attribute before the address", `<img alt="a>b" src="${URL}">`],
    ["a long attribute before the address", `<img alt="${"x".repeat(500)}" src="${URL}">`],
    ["a tab and a line break in the address", `<img src="ht\ttp://ev\nil.test/a.png">`],
    ["backslashes in the address", '<img src="http:\\\\evil.test\\a.png">'],
    ["an address without a scheme", '<img src="//evil.test/a.png">'],
    ["an image for Outlook only", `<!--[if gte mso 9]><v:fill src="${URL}"/><![endif]-->`],
    ["a link for Outlook only", `<!--[if mso]><a href="${URL}">b</a><![endif]-->`],
    ["a path under a base", '<base href="http://evil.test/b/"><img src="/a.png">'],
    ["a path before its base", '<img src="../a.png"><base href="http://evil.test/b/">'],
  ])("is looked up: %s", (_case, html) => {
    const { names, reading } = namedBy(`<p>Hello ${html}</p>`);
    expect(names).toEqual([{ type: "url", value: URL, from: "text" }]);
    expect(reading.named).toEqual([]);
  });

  it.each([
    ["an attached or inline picture", '<img src="cid:a"><img src="data:image/png;base64,AAAA">'],
    ["a path without a base", '<img src="/a.png">'],
    ["a comment", `<!-- <img src="${URL}"> -->`],
    ["the text of an attribute", `<img alt='src="${URL}"'>`],
    ["a description", `<meta name="description" content="see ${URL}">`],
  ])("is not found in %s", (_case, html) => {
    expect(namedBy(`<p>Hello ${html}</p>`).names).toEqual([]);
  });

  it("is looked up once, and at most 250 of them are", () => {
    const twice = `<p><img src="${URL}"><td background="${URL}">`;
    expect(namedBy(twice).names).toHaveLength(1);
    const many = Array.from({ length: 5_000 }, (_, at) => `http://p${at}.test/`);
    const tags = many.map((url) => `<img src="${url}">`).join("");
    expect(namedBy(`<p>${tags}`).names).toHaveLength(250);
  });
});
