import { html } from "hono/html";
import { describe, expect, it } from "vitest";
import { MAX_PAGED_ROWS } from "../../src/http/contract/index.ts";
import { Pager } from "../../src/portal/frame/parts.tsx";
import type { View } from "../../src/portal/frame/view.ts";

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

async function pagerAt(page: number): Promise<string> {
  const total = MAX_PAGED_ROWS + 9;
  const shown = Pager({ view: VIEW, page: { page, total, total_pages: LAST + 1 } });
  return (await html`${shown}`).toString();
}

describe("the pager of a list with more rows than may be paged", () => {
  it("has no next link on the last page that may be asked for", async () => {
    expect(await pagerAt(LAST - 1)).toContain(`status=offline&amp;page=${LAST}"`);
    expect(await pagerAt(LAST)).not.toContain('rel="next"');
    expect(await pagerAt(LAST)).toContain("Page 2,000 of 2,000 (100,009 in all)");
  });
});
