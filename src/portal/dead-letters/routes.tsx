import { Hono, type Context } from "hono";
import { DEAD_REASONS } from "../../events/dead-reasons.ts";
import { replayFitting } from "../../events/replay-fitting.ts";
import { countUnsentDead, listDead } from "../../events/store.ts";
import { MAX_REPLAYED, replayEvents } from "../../events/replay-events.ts";
import { refuse, settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { ownDeskOf } from "../frame/desk.ts";
import { redirectBack } from "../frame/redirect-back.ts";
import { FormState, readForm } from "../frame/form.ts";
import { readyTenantField } from "../frame/ready-tenant-field.ts";
import { readFilter } from "../frame/read-filter.ts";
import { readPage } from "../frame/read-page.ts";
import { viewOf } from "../frame/view.ts";
import { DeadLetterPage } from "./dead-letter-page.tsx";

const LIST = "/portal/dead-letters";
/** The values that the API takes. */
const SENT_AGAIN = ["false", "true"] as const;

export const deadLetterPages = new Hono<Rampart>();

deadLetterPages.get(LIST, async (c) => {
  return c.html(await listPage(c, new FormState()));
});

deadLetterPages.post(`${LIST}/replay`, async (c) => {
  const form = await readForm(c);
  const { db, who, now } = ownDeskOf(c);
  const means = { db, queue: c.env.EVENTS, by: who, now };
  const all = form.given("all");
  const ids = [...new Set(form.values(all === "page" ? "shown" : "ids"))].slice(0, MAX_REPLAYED);
  const sent =
    all === "fitting"
      ? await replayFitting(readChoice(c).asked, means)
      : ids.length > 0 && (await replayEvents(ids, means));
  if (sent !== false && settle(sent).replayed > 0) return redirectBack(c, "replayed");
  return c.html(await listPage(c, form.refused(viewOf(c), noneChosen())), 400);
});

async function listPage(c: Context<Rampart>, form: FormState) {
  const { read, asked } = readChoice(c);
  const request = readPage(c);
  const { view, who, db } = ownDeskOf(c);
  const mayReplay = who.permissions.has("events:write");
  const [filter, { items, total }, unsent] = await Promise.all([
    readyTenantField(view, db, read),
    listDead(db, asked, request),
    mayReplay ? countUnsentDead(db, asked) : 0,
  ]);
  const page = pageOf(request, items, total);
  return <DeadLetterPage {...{ view, filter, form, page, mayReplay, unsent }} />;
}

function readChoice(c: Context<Rampart>) {
  const { form: read, chosen } = readFilter(c, ["tenant"], {
    reason: DEAD_REASONS,
    replayed: SENT_AGAIN,
  });
  const { reason, replayed } = chosen;
  const asked = {
    tenantId: read.given("tenant"),
    reason,
    replayed: replayed && replayed === "true",
  };
  return { read, asked };
}

function noneChosen() {
  return refuse(400, "none_chosen", "Choose at least one event.");
}
