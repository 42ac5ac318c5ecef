/**
 * How text is hidden: wholly, until the element ends, or by a property that an element within may set
 * anew.
 */
export type Hiding = "wholly" | "font-size" | "visibility" | "color" | "text-indent";

/** The value of each property; an important one has a "!" before it. */
export type Style = Map<string, string>;

const MAY_HIDE =
  /&#|\\|<template|display|visibility|font|mso-hide|opacity|color|indent|overflow|position|\shidden\b/i;
const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g;
/** No value that hides is longer. */
const LONGEST_VALUE = 64;
const ZERO = /^[+-]?(?:0+(?:\.0*)?|\.0+)(?:[a-z]{2,3}|%)?$/;
/** Too small to be read, in points or pixels, or in parts of a letter around it. */
const TINY = /^(?:(?:0*\.\d+|[12](?:\.\d+)?)p[tx]|0*\.[01]\d*r?em|(?:1?\d)?(?:\.\d+)?%)$/;
const NO_FONT = /(?:^|\s)0(?:p[tx])?[\s/]/;
const FAR_OUT = /^-\s*\d{3,}/;
const WHITE = /^(?:white|#fff|#ffffff|rgb\(255, ?255, ?255\))$/;
const BOX = ["height", "max-height", "width", "max-width"];
/** The properties that may hide text; no other is kept. */
const SAYS =
  /^(?:display|visibility|mso-hide|opacity|overflow|position|left|top|(?:max-)?(?:width|height)|font(?:-size)?|text-indent|(?:background-)?color|background)$/;

/** Whether a text may hide anything: a cheap check, before it is taken apart. */
export function mayHide(text: string): boolean {
  return MAY_HIDE.test(text);
}

/**
 * Returns how a style and an element's attributes hide its text. `isPainted` says that something on the
 * page has a background.
 */
export function hidingOf(
  style: Style,
  attributes: ReadonlyMap<string, string>,
  isPainted: boolean,
): Hiding | undefined {
  const get = (name: string) => style.get(name)?.replace("!", "");
  const is = (name: string, value: RegExp) => value.test(get(name) ?? "-");
  const isBoxless = BOX.some((name) => is(name, ZERO)) && is("overflow", /^hidden$/);
  const isOutside = is("position", /^(?:absolute|fixed)$/) && ["left", "top"].some(isFar);
  if (attributes.has("hidden") || is("display", /^none$/) || is("mso-hide", /^all$/))
    return "wholly";
  if (is("opacity", ZERO) || isBoxless || isOutside) return "wholly";
  if (is("visibility", /^(?:hidden|collapse)$/)) return "visibility";
  if (is("font-size", ZERO) || is("font-size", TINY) || is("font-size", NO_FONT))
    return "font-size";
  if (isFar("text-indent")) return "text-indent";
  const color = get("color") ?? attributes.get("color")?.toLowerCase();
  if (color === undefined) return undefined;
  const behind = get("background-color") ?? get("background") ?? attributes.get("bgcolor");
  const isSame = behind === undefined ? !isPainted && WHITE.test(color) : behind === color;
  return isSame || color === "transparent" ? "color" : undefined;

  function isFar(name: string): boolean {
    return is(name, FAR_OUT);
  }
}

/** Whether a tag within the hidden one sets the same property anew. */
export function setsAnew(hiding: Hiding, tag: string): boolean {
  const said = hiding === "font-size" ? "font(-size)?\\s*:|\\bsize" : hiding;
  return new RegExp(said, "i").test(tag);
}

/**
 * Adds a style to a known one. If a property is set twice, the later value counts, or the important
 * one.
 */
export function readStyle(style: string, known: Style = new Map()): Style {
  for (const declaration of style.replace(COMMENT, "").toLowerCase().split(";")) {
    const colon = declaration.indexOf(":");
    const value = declaration.slice(colon + 1).trim();
    if (colon === -1 || value.length > LONGEST_VALUE) continue;
    const end = value.endsWith("important") ? value.lastIndexOf("!") : undefined;
    const name = declaration.slice(0, colon).trim();
    if (!SAYS.test(name)) continue;
    const said = (end === undefined ? "" : "!") + value.slice(0, end).replaceAll("!", "").trim();
    put(known, name === "font" ? "font-size" : name, said);
  }
  return known;
}

export function merge(known: Style = new Map(), more: Style = new Map()): Style {
  for (const [name, said] of more) put(known, name, said);
  return known;
}

function put(known: Style, name: string, said: string): void {
  if (said.startsWith("!") || !known.get(name)?.startsWith("!")) known.set(name, said);
}
