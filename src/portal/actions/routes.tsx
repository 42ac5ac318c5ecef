import { Hono, type Context } from "hono";
import { noSuchAction } from "../../ai/actions/decide.ts";
import { findBars, makeDecision } from "../../ai/actions/make-decision.ts";
import { STATES as ACTION_STATES } from "../../ai/actions/states.ts";
import { showAction } from "../../ai/actions/show-action.ts";
import { findAction, listActions } from "../../ai/actions/store.ts";
import { pageOf } from "../../http/contract/index.ts";
import { isRefusal, settle } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { nameActors } from "../audit/name-actors.ts";
import { deskOf } from "../frame/desk.ts";
import { FormState, readForm } from "../frame/form.ts";
import { readFilter } from "../frame/read-filter.ts";
import { readPage } from "../frame/read-page.ts";
import { redirectBack } from "../frame/redirect-back.ts";
import { ActionPage } from "./action-page.tsx";
import { ActionListPage } from "./list-page.tsx";

const LIST = "/portal/t/:tenantId/actions";
const ONE = `${LIST}/:actionId`;

type PageContext = Context<Rampart, string>;

/** The actions that the assistant's tools proposed, and the decisions on them. */
export const actionPages = new Hono<Rampart>();

actionPages.get(LIST, async (c) => {
  const desk = deskOf(c);
  const { view, tenantId, db, now } = desk;
  const { form: filter, chosen } = readFilter(c, [], { state: ACTION_STATES });
  const request = readPage(c);
  const { items, total } = await listActions(db, { tenantId, ...chosen, now }, request);
  const shown = items.map((row) => showAction(row, now));
  const page = pageOf(request, shown, total);
  const nameOf = await nameActors(
    desk,
    shown.map(({ userId }) => userId),
  );
  return c.html(<ActionListPage {...{ view, filter, page, nameOf }} />);
});

actionPages.get(ONE, async (c) => c.html(await actionPage(c, new FormState())));

actionPages.post(`${ONE}/approve`, (c) => decideOn(c, "approved"));
actionPages.post(`${ONE}/reject`, (c) => decideOn(c, "rejected"));

/**
 * Carries out a decision. If it is refused, the page shows the reason and the action as it is now.
 */
async function decideOn(c: PageContext, state: "approved" | "rejected"): Promise<Response> {
  const form = await readForm(c);
  const { view, tenantId } = deskOf(c);
  const id = c.req.param("actionId") ?? "";
  const done = await makeDecision(c, tenantId, id, { state, key: undefined });
  if (!isRefusal(done)) return redirectBack(c, "saved");
  return c.html(await actionPage(c, form.refused(view, done)), done.status);
}

async function actionPage(c: PageContext, form: FormState) {
  const desk = deskOf(c);
  const { view, who, tenantId, db, now } = desk;
  const found = await findAction(db, tenantId, c.req.param("actionId") ?? "");
  const row = settle(found ?? noSuchAction());
  const action = showAction(row, now);
  const mayDecide = who.permissions.has("ai:write");
  const actors = [row.userId, row.decidedBy ?? "", row.startedBy ?? ""];
  const [nameOf, bars] = await Promise.all([
    nameActors(desk, actors),
    mayDecide ? findBars(c, tenantId, row) : undefined,
  ]);
  return <ActionPage {...{ view, action, nameOf, form, bars }} />;
}
