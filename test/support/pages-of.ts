import type { Visitor } from "./visitor.ts";

/** Returns all pages of a list of the portal: others' things may fill the first. */
export async function pagesOf(visitor: Visitor, path: string): Promise<string[]> {
  const pages: string[] = [];
  do {
    const answer = await visitor.get(`${path}?page=${pages.length + 1}`);
    pages.push(await answer.text());
  } while (pages.at(-1)?.includes('rel="next"') === true);
  return pages;
}
