import { html } from "hono/html";
import { describe, expect, it } from "vitest";
import { MAX_PAGED_ROWS } from "../../src/http/contract/index.ts";
import { Pager } from "../../src/portal/frame/parts.tsx";
import { searchOf, type View } from "../../src/portal/frame/view.ts";

const VIEW: View = {
  language: "en",
  path: "/portal/fleet/collectors?status=offline",
  isAnswer: false,
  who: undefined,
  tenantId: undefined,
  flash: undefined,
  note: () => {},
};
const LAST = MAX_PAGED_ROWS / 50;

async function pagerAt(page: number, view = VIEW): Promise<string> {
  const total = MAX_PAGED_ROWS + 9;
  const shown = Pager({ view, page: { page, total, total_pages: LAST + 1 } });
  return (await html`${shown}`).toString();
}

describe("the pager of a list with more rows than may be paged", () => {
  it("has no next link on the last page that may be asked for", async () => {
    expect(await pagerAt(LAST - 1)).toContain(`status=offline&amp;page=${LAST}"`);
    expect(await pagerAt(LAST)).not.toContain('rel="next"');
    expect(await pagerAt(LAST)).toContain("Page 2,000 of 2,000 (100,009 in all)");
  });
});

describe("a filter with a question mark in it, as a person types an address", () => {
  const view = { ...VIEW, path: "/portal/fleet/collectors?q=web?01&status=offline" };

  it("is whole in the links to other pages", async () => {
    expect(await pagerAt(1, view)).toContain("?q=web%3F01&amp;status=offline&amp;page=2");
  });

  it("is whole in the address of a form about the list that is shown", () => {
    expect(searchOf(view)).toBe("?q=web?01&status=offline");
  });
});
