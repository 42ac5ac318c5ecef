import { describe, expect, it } from "vitest";
import { scoreForm } from "../../src/inspection/layers/l1/score-form.ts";
import { readMessage } from "../../src/inspection/reading/read-message.ts";

const read = (body: string) =>
  readMessage({ channel: "email", sender: "Aviso <aviso@tienda.example>", body });
const shown = (body: string) => {
  const { text, unhidden } = read(body);
  return (unhidden?.reading.text ?? text).replace(/\s+/g, " ").trim();
};
/** A page with a stylesheet, a `<p class="x" id="y">` that says "b" and all around it. */
const page = (css: string, more = "") =>
  `<style>${css}</style><p>a</p><div><p class="w x" id="y"${more}>b</p></div><p>c</p>`;

describe("text under the stylesheet of a mail", () => {
  it.each([
    [".x{display:none}"],
    ["#y { display : none !important }"],
    ["p.x{visibility:hidden}"],
    ["p#y{opacity:0}"],
    ["a , .x,h1{mso-hide:all}"],
    ["body .x{max-height:0;overflow:hidden}"],
    ["div > p.x{display:none}"],
    ["div{display:none}"],
    ["[class~=x]{display:none}"],
    ["*.x{display:none}"],
    [".x{font-size:0}"],
    [".x{font:0/0 a}"],
    [".x{color:transparent}"],
    [".x{color:#fff;background:#fff}"],
    ["<!-- .x{display:none} -->"],
    ["/* a{ */ .x{display:none}"],
    ["@charset 'a'; @import url(b); .x{display:none}"],
    ["@media all{.x{display:none}}"],
    ["@media only screen { .x{display:none} }"],
    ["@font-face{a:b} .x{display:none}"],
    [".x{display:none"],
    [".x{display:block} .x{display:none}"],
    [".x{display:none!important} .x{display:block}"],
    [".x{d\\69splay:none}"],
    [".\\78 {display:none}"],
    ["@media print{.x{display:block}} .x{display:none}"],
    [".x{display:!a;display:none}"],
    [".X{DISPLAY:NONE}"],
  ])("is cut if hidden: %s", (css) => expect(shown(page(css))).toBe("a c"));

  it("is cut if hidden, wherever the stylesheet is", () => {
    const hides = "<style type='text/css'>.x{display:none}</style>";
    expect(shown(`<p>a</p><p class=x>b</p>${hides}<p>c</p>`)).toBe("a c");
    expect(shown(`<html><head>${hides}</head><p>a<p class="x">b</p>c`)).toBe("a c");
  });

  it.each([
    ["@media print{.x{display:none}}"],
    ["@media (max-width:600px){.x{display:none!important}}"],
    ["@media screen and (min-width:600px){p{display:none}}"],
    ["@media print { @media all { .x{display:none} } }"],
    [".x{display:none} @media (max-width:600px){.x{display:block!important}}"],
    [".x{display:none} @media (max-width:600px){p[class~='x']{display:block}}"],
    [".x{display:none} @media (prefers-color-scheme:dark){.x{display:block}}"],
    [".x{display:none} [data-ogsc] .x{display:block}"],
    [".x{display:none} #t:checked ~ div .x{display:block}"],
    [".x{display:none} .x{display:block}"],
    [".x{display:none} #y{display:block}"],
    [".moz-text-html .x{display:none}"],
    ["u + .body .x{display:none}"],
    [".x:hover{display:none}"],
    [".x::before{display:none}"],
    [".x .z{display:none}"],
    [".xx{display:none}"],
    ["/* .x{display:none} */"],
    ["@keyframes k{from{opacity:0}}"],
    [".x{y\\3b display:none}"],
    [".x{max-height:0}"],
    ["div{font-size:0} .w{font-size:14px}"],
    ["div{font-size:0} p{font:14px Arial}"],
  ])("is kept: %s", (css) => expect(shown(page(css))).toBe("a b c"));

  it("is kept if its tag overrides the stylesheet, or the stylesheet is for other media", () => {
    expect(shown(page(".x{display:none}", ' style="display:block"'))).toBe("a b c");
    expect(shown(page(".x{display:block!important}", ' style="display:none"'))).toBe("a b c");
    expect(shown(`<!--[if mso]>${page(".x{display:none}")}<![endif]-->`)).toBe("");
    const of = (media: string) =>
      shown(page("").replace("<style>", `<style media="${media}">.x{display:none}`));
    expect(of("(max-width: 600px)")).toBe("a b c");
    expect(of("print")).toBe("a b c");
    expect(of("screen")).toBe("a c");
  });

  it("is cut if its tag hides it, though a stylesheet shows it on small screens", () => {
    const css = "@media (max-width:600px){.x{display:block!important}}";
    expect(shown(page(css, ' style="display:none"'))).toBe("a c");
  });
});

describe("a mail laid out by its stylesheet", () => {
  const words = "Novedades de la tienda para toda la familia esta semana. ".repeat(12);
  const signals = (body: string) => scoreForm(read(body)).signals;

  it("gives hidden_text if it hides most of its text", () => {
    const css = "<style>.x{display:none}</style>";
    expect(signals(`${css}<p>Compre</p><div class="x">${words}</div>`)).toContain("hidden_text");
  });

  it.each([
    [
      "a block for each screen",
      ".m{display:none} @media only screen and (max-width:480px){.m{display:block!important} .d{display:none!important}}",
      `<div class="d">${words}</div><div class="m">${words} Ver en el móvil</div>`,
    ],
    [
      "a preview line",
      ".preheader{display:none!important;visibility:hidden;mso-hide:all;font-size:1px;max-height:0}",
      `<span class="preheader">Rebajas y envío gratis</span><p>${words}</p>`,
    ],
    [
      "cells without gaps",
      ".wrap{font-size:0;text-align:center} .col{display:inline-block;font-size:16px}",
      `<td class="wrap"><div class="col">${words}</div></td>`,
    ],
    [
      "a part for Gmail and one for others",
      "u + .body .g{display:block!important} .g{display:none} .moz-text-html .o{display:none}",
      `<div class="g">${words}</div><div class="o">${words}</div>`,
    ],
    [
      "tabs",
      ".tab{display:none} #a:checked ~ .tab{display:block} @media print{.tab{display:none}}",
      `<input id=a><div class="tab">${words}</div>`,
    ],
  ])("gives no hidden_text for %s", (_case, css, html) => {
    const body = `<html><head><style>${css}</style></head><body class="body">${html}</body></html>`;
    expect(signals(body)).not.toContain("hidden_text");
  });
});
