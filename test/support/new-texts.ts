/** What axe is to measure the contrast of. */
export const NEW_TEXT = "data-new-text";

/**
 * A function for a page. It marks what axe is to measure the contrast of, which is most of what axe
 * costs, and returns what it has marked. Left out is only a text whose contrast was measured before, in
 * this page or in one whose marks are given: one with the same colours, size and weight, and with the
 * same backgrounds, tags, classes and states of all elements around it. What axe passes over, or is
 * unsure of, stands for no other text: what is out of sight, a symbol, a single letter.
 */
export const MARK_NEW_TEXTS = `(given) => {
  const seen = new Set(given);
  const made = [];
  const digest = (text) => {
    let [a, b] = [7, 11];
    for (let at = 0; at < text.length; at += 1) {
      a = Math.imul(a ^ text.charCodeAt(at), 2654435761);
      b = Math.imul(b ^ text.charCodeAt(at), 1597334677);
    }
    return (a >>> 0).toString(36) + "." + (b >>> 0).toString(36);
  };
  const STATES = ":disabled, [aria-disabled=true], [inert], label:has(:disabled)";
  const around = new Map([[null, ""]]);
  const aroundOf = (element) => {
    const known = around.get(element);
    if (known !== undefined) return known;
    const style = getComputedStyle(element);
    const own = [element.tagName, element.className, element.matches(STATES)];
    for (const name of ["backgroundColor", "backgroundImage", "opacity", "position", "filter"]) {
      own.push(style[name]);
    }
    const all = digest(aroundOf(element.parentElement) + own.join());
    around.set(element, all);
    return all;
  };
  for (const element of document.body.querySelectorAll("*")) {
    element.removeAttribute("${NEW_TEXT}");
    const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === 3);
    const text = texts.map(({ data }) => data).join("").trim();
    if (text === "" && !element.matches("input, select, textarea")) continue;
    const style = getComputedStyle(element);
    const own = ["color", "fontSize", "fontWeight", "textShadow"].map((name) => style[name]);
    const mark = digest(aroundOf(element) + own.join());
    if (seen.has(mark)) continue;
    element.setAttribute("${NEW_TEXT}", "");
    const { left, right, width } = element.getBoundingClientRect();
    const inSight = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!inSight || width === 0 || left < 0 || right > innerWidth) continue;
    if (!/[\\p{L}\\p{N}]{2}/u.test(text)) continue;
    seen.add(mark);
    made.push(mark);
  }
  return made;
}`;
