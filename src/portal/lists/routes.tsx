import { Hono, type Context } from "hono";
import { csvHeaders, settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import { addEntry, removeEntry } from "../../intel/tenant-lists/change-entries.ts";
import { forgetLists } from "../../intel/recall-knowledge.ts";
import { entriesCsv } from "../../intel/tenant-lists/entries-csv.ts";
import { allEntries, listEntries, showEntry } from "../../intel/tenant-lists/store.ts";
import { newEntry, type } from "../../intel/tenant-lists/schemas.ts";
import type { Rampart } from "../../platform/index.ts";
import { carryOut } from "../frame/carry-out.ts";
import { deskOf } from "../frame/desk.ts";
import { redirectWith } from "../frame/flash.ts";
import { FormState, readForm } from "../frame/form.ts";
import { readFilter } from "../frame/read-filter.ts";
import { readPage } from "../frame/read-page.ts";
import { redirectBack } from "../frame/redirect-back.ts";
import { nameActors } from "../audit/name-actors.ts";
import { ListPage } from "./list-page.tsx";
import { addManyPages } from "./many-routes.tsx";

const LIST = "/portal/t/:tenantId/lists";

export const listPages = new Hono<Rampart>();

addManyPages(listPages);

/** What a verdict of "Try it" leads to has its value and the reader's word filled in. */
listPages.get(LIST, async (c) => {
  const { action = "deny", value = "" } = c.req.query();
  return c.html(await lists(c, new FormState({ action, value })));
});

listPages.get(`${LIST}/entries.csv`, async (c) => {
  const { tenantId, db } = deskOf(c);
  const rows = await allEntries(db, tenantId, readWhich(c).asked);
  return c.body(entriesCsv(rows), 200, csvHeaders(`entries-${tenantId}`));
});

listPages.post(LIST, async (c) => {
  const { view, who, tenantId, db, now } = deskOf(c);
  const form = await readForm(c);
  const expiresAt = form.time("expiresAt");
  const order = newEntry.safeParse({
    action: form.value("action"),
    value: form.value("value"),
    note: form.given("note"),
    label: form.given("label"),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
  const { refused } = await carryOut(
    view,
    form,
    order,
    (entry) => addEntry(db, who, tenantId, entry, now),
    { about: "value" },
  );
  if (refused) return c.html(await lists(c, refused), refused.status);
  forgetLists(tenantId);
  return redirectWith(c, "saved", `/portal/t/${tenantId}/lists`);
});

listPages.post(`${LIST}/:entryId/remove`, async (c) => {
  await readForm(c);
  const { who, tenantId, db, now } = deskOf(c);
  settle(await removeEntry(db, who, tenantId, c.req.param("entryId"), now));
  forgetLists(tenantId);
  return redirectBack(c, "deleted");
});

async function lists(c: Context<Rampart, string>, form: FormState) {
  const { view, who, tenantId, db } = deskOf(c);
  const { filter, asked } = readWhich(c);
  const request = readPage(c);
  const { items, total } = await listEntries(db, tenantId, asked, request);
  const page = pageOf(request, items.map(showEntry), total);
  const nameOf = await nameActors(deskOf(c), [...new Set(items.map((row) => row.createdBy))]);
  const mayWrite = who.permissions.has("intel:write");
  const { origin } = new URL(c.req.url);
  return <ListPage {...{ view, form, filter, page, mayWrite, origin, nameOf }} />;
}

/** Which entries the reader wants to see. */
function readWhich(c: Context<Rampart, string>) {
  const { form: filter, chosen } = readFilter(c, ["q", "label"], {
    show: ["deny", "allow"] as const,
    type: type.options,
  });
  const { show: action, type: kind } = chosen;
  const asked = { action, type: kind, label: filter.given("label"), q: filter.given("q") };
  return { filter, asked };
}
