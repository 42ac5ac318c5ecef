/** Returns the text of a copy button on a page, the first one unless another is named. */
export async function copyableOf(answer: Response, at = 0): Promise<string> {
  const text = await answer.text();
  const found = [...text.matchAll(/data-copy="([^"]*)"/g)][at]?.[1];
  if (found === undefined) throw new Error("the page offers nothing to copy");
  return found.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
