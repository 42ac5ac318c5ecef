import type { Context, Hono } from "hono";
import { isRefusal, settle, type Refusal } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { ConfirmPage } from "./confirm-page.tsx";
import { redirectWith } from "./flash.ts";
import { FormState, readForm } from "./form.ts";
import { viewOf } from "./view.ts";

type PageContext = Context<Rampart, string>;

interface Deletion {
  /** The texts of the question. Throws if the thing does not exist. */
  ask: (c: PageContext) => Promise<{ title: string; text: string; label: string }>;
  remove: (c: PageContext) => Promise<unknown>;
}

/**
 * The routes that delete a thing with a page of its own: a page below it asks once more, and its
 * form leads to the list. If the deletion is refused, the page shows the reason.
 */
export function serveDeletion(pages: Hono<Rampart>, one: string, { ask, remove }: Deletion): void {
  const askPage = async (c: PageContext, form?: FormState) => (
    <ConfirmPage view={viewOf(c)} {...await ask(c)} back={above(c, 1)} form={form} />
  );
  pages.get(`${one}/delete`, async (c) => c.html(await askPage(c)));
  pages.post(`${one}/delete`, async (c) => {
    await readForm(c);
    const outcome = await remove(c);
    if (!isInTheWay(outcome)) {
      settle(outcome);
      return redirectWith(c, "deleted", above(c, 2));
    }
    const refused = new FormState().refused(viewOf(c), outcome);
    return c.html(await askPage(c, refused), outcome.status);
  });
}

function isInTheWay(outcome: unknown): outcome is Refusal {
  return isRefusal(outcome) && outcome.status === 409;
}

/** The address of the page `steps` segments up. */
function above(c: PageContext, steps: number): string {
  return new URL(c.req.url).pathname.split("/").slice(0, -steps).join("/");
}
