/**
 * Counts cells with only a letter or two in a line, which a table that can be scrolled sideways does
 * not need.
 */
const SQUEEZED = `[...document.querySelectorAll("main tbody > tr > *")].filter((cell) => {
  const { width } = cell.getBoundingClientRect();
  const { textContent } = cell;
  // Of what stands in it: the cell itself is as high as the highest beside it.
  const inside = document.createRange();
  inside.selectNodeContents(cell);
  const { height } = inside.getBoundingClientRect();
  return height > 2 * width && textContent.trim().length > 3 && width < 120;
}).length`;

/** Counts what begins or ends where only people who scroll a table sideways see it, or nobody does. */
export const OUT_OF_SIGHT = `[...document.querySelectorAll("main tbody > tr > *, [data-stacked] tbody *")]
  .filter((each) => {
    const { left, right } = each.getBoundingClientRect();
    const edge = each.closest("[data-stacked]")?.getBoundingClientRect().right ?? innerWidth;
    return left < 0 || right > Math.min(edge + 1, innerWidth);
  }).length`;

/** Finds what is in no sentence and is smaller than a finger or a shaking hand needs. */
const SMALL = `[...document.querySelectorAll("a, button, input, select, summary, textarea")]
  .map((target) => target.closest("label") ?? target)
  .filter((target) => {
    const { width, height } = target.getBoundingClientRect();
    if (width === 0 || target.closest("p, .skip") !== null) return false;
    return width < 24 || height < 24;
  })
  .map((target) => target.outerHTML.slice(0, 80))`;

/**
 * Finds fields for which a page that shows a refused form again would have no name but the one that is
 * sent.
 */
const UNNAMED = `[...document.querySelectorAll("main form[method=post]:has([name=labels])")]
  .flatMap((form) => {
    const named = new URLSearchParams(form.elements.namedItem("labels").value);
    return [...form.querySelectorAll("input:not([type=hidden]), select, textarea")]
      .map(({ name }) => name)
      .filter((name) => !named.has(name));
  })`;

/** What one look at a page says of it: asked at once, since each question goes to the browser and back. */
export interface Look {
  language: string;
  width: number;
  squeezed: number;
  unseen: number;
  small: string[];
  unnamed: string[];
  /** Whether something stands there for a value that was meant to be rendered, or was never meant for it. */
  unrendered: boolean;
}

export const LOOK = `({
  language: document.documentElement.lang,
  width: document.documentElement.scrollWidth,
  squeezed: ${SQUEEZED},
  unseen: ${OUT_OF_SIGHT},
  small: ${SMALL},
  unnamed: ${UNNAMED},
  unrendered: document.documentElement.outerHTML.includes("[object "),
})`;
