/** Wholly: until the element ends. Else a property that what stands within may set anew. */
export type Hiding = "wholly" | "font-size" | "visibility" | "color" | "text-indent";

const MAY_HIDE =
  /&#|display|visibility|font|mso-hide|opacity|color|indent|overflow|position|\shidden\b/i;
const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g;
/** No value that hides is longer. */
const LONGEST_VALUE = 64;
const ZERO = /^[+-]?(?:0+(?:\.0*)?|\.0+)(?:[a-z]{2,3}|%)?$/;
/** Too small to be read, in points or pixels. */
const TINY = /^(?:0*\.\d+|[12](?:\.\d+)?)p[tx]$/;
const FAR_OUT = /^-\s*\d{3,}/;
const WHITE = /^(?:white|#fff|#ffffff|rgb\(255, ?255, ?255\))$/;
const BOX = ["height", "max-height", "width", "max-width"];

/** A look that costs little, before anything is taken apart. */
export function mayHide(text: string): boolean {
  return MAY_HIDE.test(text);
}

/** How an element's own attributes hide its text; `isPainted`: something on the page has a background. */
export function hidingOf(
  attributes: ReadonlyMap<string, string>,
  isPainted: boolean,
): Hiding | undefined {
  const style = readStyle(attributes.get("style") ?? "");
  const is = (name: string, value: RegExp) => value.test(style.get(name) ?? "-");
  const isBoxless = BOX.some((name) => is(name, ZERO)) && is("overflow", /^hidden$/);
  const isOutside = is("position", /^(?:absolute|fixed)$/) && ["left", "top"].some(isFar);
  if (attributes.has("hidden") || is("display", /^none$/) || is("mso-hide", /^all$/))
    return "wholly";
  if (is("opacity", ZERO) || isBoxless || isOutside) return "wholly";
  if (is("visibility", /^(?:hidden|collapse)$/)) return "visibility";
  if (is("font-size", ZERO) || is("font-size", TINY)) return "font-size";
  if (isFar("text-indent")) return "text-indent";
  const color = style.get("color") ?? attributes.get("color")?.toLowerCase();
  if (color === undefined) return undefined;
  const behind =
    style.get("background-color") ?? style.get("background") ?? attributes.get("bgcolor");
  const isSame = behind === undefined ? !isPainted && WHITE.test(color) : behind === color;
  return isSame ? "color" : undefined;

  function isFar(name: string): boolean {
    return is(name, FAR_OUT);
  }
}

/** Whether a tag within says otherwise of the same thing. */
export function setsAnew(hiding: Hiding, tag: string): boolean {
  return hiding !== "wholly" && tag.includes(hiding);
}

function readStyle(style: string): ReadonlyMap<string, string> {
  const read = new Map<string, string>();
  for (const declaration of style.replace(COMMENT, "").toLowerCase().split(";")) {
    const colon = declaration.indexOf(":");
    const value = declaration.slice(colon + 1).trim();
    if (colon === -1 || value.length > LONGEST_VALUE) continue;
    const end = value.endsWith("important") ? value.lastIndexOf("!") : value.length;
    read.set(declaration.slice(0, colon).trim(), value.slice(0, end).trim());
  }
  return read;
}
