import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { classify } from "../../src/inspection/layers/l3/classify.ts";
import { classifyWorst } from "../../src/inspection/layers/classify-worst.ts";
import { scoreForm } from "../../src/inspection/layers/l1/score-form.ts";
import { openModel } from "../../src/inspection/model/open-model.ts";
import { cutHidden } from "../../src/inspection/reading/find-hidden.ts";
import { readMessage, type Message } from "../../src/inspection/reading/read-message.ts";
import { visibleText } from "../../src/inspection/reading/visible-text.ts";

const mail = (body: string): Message => ({
  channel: "email",
  sender: "Soporte <aviso@cuenta-segura.example>",
  subject: "Aviso",
  body,
});
const shownOf = (html: string) =>
  visibleText(cutHidden(html)?.shown ?? html)
    .text.replace(/\s+/g, " ")
    .trim();

describe("cutHidden", () => {
  it.each([
    ['<p>a</p><div style="display:none">b<div>c</div>d</div><p>e</p>', "a e"],
    ['<p>a<span style="DISPLAY : none !important">b</span>', "a"],
    ["<p>a<span style='visibility:hidden'>b</span>", "a"],
    ["<p>a<span style=font-size:0px>b</span>", "a"],
    ['<p>a<span style="font-size:1px;line-height:1px">b</span>', "a"],
    ['<p>a<span style="mso-hide:all">b</span>', "a"],
    ['<p>a<div style="max-height:0;overflow:hidden">b</div>', "a"],
    ['<p>a<div style="width:0.0em; overflow:hidden">b</div>', "a"],
    ['<p>a<div style="text-indent:-9999px">b</div>', "a"],
    ['<p>a<div style="position:absolute;left:-5000px">b</div>', "a"],
    ['<p>a<div style="opacity:0">b</div>', "a"],
    ['<p>a<div style="color:#FFF;background:#fff">b</div>', "a"],
    ['<p>a<font color="#ffffff">b</font>', "a"],
    ["<p>a<div hidden>b</div>", "a"],
    ['<p>a<span style="d\\69splay:none">b</span>', "a"],
    ['<p>a<span style="font:0/0 a">b</span>', "a"],
    ['<p>a<span style="display:none!important;display:block">b</span>', "a"],
    ['<p>a<span style="display:block!important;display:none!important">b</span>', "a"],
    ['<p style="font-size:0">a<span STYLE="FONT-SIZE:14px">b</span></p>', "b"],
    ['<p style="font-size:0">a<span style="font:14px Arial">b</span></p>', "b"],
    ['<p>a<span style="&#100;isplay:none">b</span>', "a"],
    ['<ul><li>a<li style="display:none">b<li>c</ul>', "a c"],
    ['<p style="font-size:0">a<span style="font-size:14px">b</span></p>', "b"],
    ['<p>a</p><div style="display:none">b', "a"],
    ['<p>a</p><div style="display:none">b<div>c</div></body></html>', "a"],
    ['<p>a<div style="display:none"/>b</div>c', "a c"],
    ['<table><tr><td>a<div style="display:none">b</td></tr></table><p>c</p></div>', "a c"],
    ['<div>a<span style="display:none">b</div>c</span>', "a c"],
    ['<p>a<p style="display:none">b<div>c</div></p>d', "a c d"],
    ['<p>a<p style="display:none">b<h1>c</h1>', "a c"],
    ['<p>a<td style="display:none"><table><td>b</table></td>c', "a c"],
    ["<p>a<template>b</template>c", "ac"],
  ])("cuts the hidden text of %s", (html, shown) => expect(shownOf(html)).toBe(shown));

  it.each([
    '<div style="display:none;display:block">a</div>',
    '<div style="display:block" style="display:none">a</div>',
    '<div style="/*display:none*/">a</div>',
    '<div style="display:none">a',
    '<!-- <div style="display:none"> --><p>a</p>',
    '<body bgcolor="#000"><font color="#ffffff">a</font>',
    '<div style="max-height:0">a</div>',
    '<div style="opacity:0.9">a</div>',
    '<div style="font-size:10px">a</div>',
    '<div style="text-indent:-2em">a</div>',
    "<div data-x='display:none'>a</div>",
  ])("cuts nothing of %s", (html) => expect(shownOf(html)).toBe("a"));
});

describe("a mail that hides text", () => {
  const bytes = new Uint8Array(readFileSync("src/inspection/model/weights.bin"));
  const model = openModel(bytes.buffer);
  const bait = "<p>Get cheap meds online, no prescription. http://pills.example/buy</p>";
  const harmless =
    "Hola, te paso las notas de la reunión de ayer. El lunes hablamos del resto, que hoy no llego. Un abrazo. ";
  const padded = (style: string) =>
    readMessage(mail(`${bait}<div style="${style}">${harmless.repeat(12)}</div>`));
  const alone = classify(model, readMessage(mail(bait))).score;

  it("scores as badly as without the hidden text, however harmless that is", () => {
    const reading = padded("display:none");
    expect(classify(model, reading).score).toBeLessThan(alone - 10);
    // The rest of the tags is read as well, so the score is not the same to the digit.
    expect(classifyWorst(model, reading, false).score).toBeGreaterThan(alone - 0.5);
    expect(classifyWorst(model, padded(""), false)).toEqual(classify(model, padded("")));
  });

  it("has the language of its whole text, whichever part scores worst", () => {
    const spanish = "Este es el resumen de las noticias que nos pediste para la semana que viene. ";
    const reading = readMessage(mail(`${bait}<div hidden>${spanish.repeat(12)}</div>`));
    const { lang } = classify(model, reading);
    expect(lang).not.toBe(classify(model, readMessage(mail(bait))).lang);
    expect(classifyWorst(model, reading, false).lang).toBe(lang);
  });

  it("scores at least as badly as its whole text if the shown part is harmless", () => {
    const reading = readMessage(mail(`<p>${harmless}</p><div hidden>${bait}</div>`));
    const { score } = classify(model, reading);
    expect(classifyWorst(model, reading, false).score).toBeGreaterThanOrEqual(score);
  });

  it("gives hidden_text if it hides more than it shows, but not for a preview line", () => {
    expect(scoreForm(padded("display:none")).signals).toContain("hidden_text");
    const line = `<div style="display:none">${"Oferta de hoy. ".repeat(12)}</div>${bait}`;
    expect(scoreForm(readMessage(mail(line))).signals).not.toContain("hidden_text");
    expect(readMessage(mail(`<p>a<div hidden><br></div>${bait}`)).unhidden).toBeUndefined();
  });
});
