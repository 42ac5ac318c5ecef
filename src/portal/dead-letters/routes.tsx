import { Hono, type Context } from "hono";
import { DEAD_REASONS } from "../../events/dead-reasons.ts";
import { listDead } from "../../events/store.ts";
import { MAX_REPLAYED, replayEvents } from "../../events/replay-events.ts";
import { refuse, settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import { database } from "../../platform/index.ts";
import { redirectBack } from "../frame/redirect-back.ts";
import { FormState, readForm } from "../frame/form.ts";
import { readFilter } from "../frame/read-filter.ts";
import { readPage } from "../frame/read-page.ts";
import { readerOf, viewOf, type PortalEnv } from "../frame/view.ts";
import { DeadLetterPage } from "./dead-letter-page.tsx";

const LIST = "/portal/dead-letters";

export const deadLetterPages = new Hono<PortalEnv>();

deadLetterPages.get(LIST, async (c) => {
  return c.html(await listPage(c, new FormState()));
});

deadLetterPages.post(`${LIST}/replay`, async (c) => {
  const form = await readForm(c);
  const ids = [...new Set(form.values("ids"))].slice(0, MAX_REPLAYED);
  if (ids.length === 0) {
    return c.html(await listPage(c, form.refused(viewOf(c), noneChosen())), 400);
  }
  const now = c.get("platform").now();
  const means = { db: database(c.env), queue: c.env.EVENTS, by: readerOf(c), now };
  settle(await replayEvents(ids, means));
  return redirectBack(c, "replayed");
});

async function listPage(c: Context<PortalEnv>, form: FormState) {
  const { form: filter, chosen } = readFilter(c, ["tenant"], { reason: DEAD_REASONS });
  const asked = { tenantId: filter.given("tenant"), ...chosen };
  const request = readPage(c);
  const { items, total } = await listDead(database(c.env), asked, request);
  const page = pageOf(request, items, total);
  const mayReplay = readerOf(c).permissions.has("events:write");
  return <DeadLetterPage view={viewOf(c)} {...{ filter, form, page, mayReplay }} />;
}

function noneChosen() {
  return refuse(400, "none_chosen", "Choose at least one event.");
}
