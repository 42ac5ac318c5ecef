import { Hono, type Context } from "hono";
import type { Reach } from "../../access/principal.ts";
import { mayOrder } from "../../fleet/bulk/actions.ts";
import { cancelOrder } from "../../fleet/bulk/cancel-order.ts";
import { findReachableOrder } from "../../fleet/bulk/find-order.ts";
import { giveOrder } from "../../fleet/bulk/place-order.ts";
import { previewOrder } from "../../fleet/bulk/preview-order.ts";
import { showOrder } from "../../fleet/bulk/show-order.ts";
import { listFailures, listOrders } from "../../fleet/bulk/store.ts";
import { isRefusal, refuse, settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import { surroundingsOf, type Rampart } from "../../platform/index.ts";
import { deskOf, ownDeskOf } from "../frame/desk.ts";
import { redirectWith } from "../frame/flash.ts";
import { FormState, readForm, readSent } from "../frame/form.ts";
import { readPage } from "../frame/read-page.ts";
import { AskPage } from "./ask-page.tsx";
import { bulkPath } from "./bulk-presses.tsx";
import { OrderPage, OrdersPage } from "./order-pages.tsx";
import { readChoice, type Choice } from "./read-choice.ts";

type PageContext = Context<Rampart, string>;

const FAILURES_SHOWN = 50;

/** Orders for many agents: of one tenant, or for operators of all. */
export const bulkPages = new Hono<Rampart>();

for (const list of ["/portal/t/:tenantId/bulk", "/portal/fleet/bulk"]) {
  bulkPages.get(list, async (c) => {
    const { view, db } = ownDeskOf(c);
    const request = readPage(c);
    const { items, total } = await listOrders(db, reachOf(c), undefined, request);
    const page = pageOf(request, items.map(showOrder), total);
    return c.html(<OrdersPage view={view} page={page} />);
  });

  // Changes nothing, so it may be sent as often as the reader likes.
  bulkPages.post(`${list}/choose`, async (c) => {
    const form = new FormState(await readSent(c));
    return c.html(await askPage(c, await readChoice(c, form), new FormState()));
  });

  bulkPages.post(list, async (c) => {
    const form = await readForm(c);
    const { view, who } = ownDeskOf(c);
    const choice = await readChoice(c, form);
    const expected = form.number("expected") ?? 0;
    const placed = await giveOrder(surroundingsOf(c), who, { ...choice, expected });
    if (isRefusal(placed)) {
      const refused = new FormState().refused(view, placed);
      return c.html(await askPage(c, choice, refused), placed.status);
    }
    return redirectWith(c, "ordered", `${bulkPath(view)}/${placed.row.id}`);
  });

  bulkPages.get(`${list}/:orderId`, async (c) => {
    const { view, db } = ownDeskOf(c);
    const id = c.req.param("orderId") ?? "";
    const order = showOrder(settle(await findReachableOrder(db, reachOf(c), id)));
    const after = c.req.query("after") ?? "";
    const failures = await listFailures(db, id, after, FAILURES_SHOWN);
    return c.html(<OrderPage {...{ view, order, failures }} />);
  });

  bulkPages.post(`${list}/:orderId/cancel`, async (c) => {
    await readForm(c);
    const { view, who, db, now } = ownDeskOf(c);
    const by = { ...who, reach: reachOf(c) };
    const { id } = settle(await cancelOrder(db, by, c.req.param("orderId") ?? "", now));
    return redirectWith(c, "cancelled", `${bulkPath(view)}/${id}`);
  });
}

/** An operator too sees only orders of this tenant on its pages. */
function reachOf(c: PageContext): Reach {
  return c.req.param("tenantId") === undefined ? ownDeskOf(c).who.reach : [deskOf(c).tenantId];
}

async function askPage(c: PageContext, choice: Choice, refused: FormState) {
  const { view, who, db, now } = ownDeskOf(c);
  const { action, agentIds } = choice;
  settle(mayOrder(who, action));
  if (agentIds?.length === 0) settle(refuse(400, "no_agents_ticked", "Tick at least one agent."));
  const preview = settle(await previewOrder(db, choice, now));
  return <AskPage {...{ view, action, preview, agentIds, form: refused }} />;
}
