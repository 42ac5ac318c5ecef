import { Hono, type Context } from "hono";
import {
  changeDictionary,
  createDictionary,
  dictionaryPartial,
  entityTag,
  findDictionary,
  listDictionaries,
  MAX_BODY_BYTES,
  newDictionary,
  noSuchDictionary,
  removeDictionary,
  showDictionary,
} from "../../dictionaries/index.ts";
import { isRefusal, settle } from "../../http/index.ts";
import { deskOf, type Desk } from "../frame/desk.ts";
import { redirectWith } from "../frame/flash.ts";
import { FormState, readForm } from "../frame/form.ts";
import type { PortalEnv } from "../frame/view.ts";
import { DictionaryFormPage, DictionaryRemovePage } from "./form-pages.tsx";
import { DictionaryListPage } from "./list-page.tsx";
import { fillDictionaryForm, readDictionaryForm } from "./read-dictionary-form.ts";

const LIST = "/portal/t/:tenantId/dictionaries";
const ONE = `${LIST}/:dictionaryId`;
/** A form writes bytes as up to three characters each. */
const MAX_FORM_BYTES = 3 * MAX_BODY_BYTES;
const FRESH = { kind: "terms", severity: "medium", enabled: "yes", appliesTo: "agents" };

export const dictionaryPages = new Hono<PortalEnv>();

dictionaryPages.get(LIST, async (c) => {
  const { view, who, tenantId, db } = deskOf(c);
  const form = new FormState({ q: c.req.query("q") ?? "" });
  const rows = await listDictionaries(db, [tenantId], { q: form.given("q") });
  return c.html(
    <DictionaryListPage
      view={view}
      form={form}
      dictionaries={rows.map(showDictionary)}
      mayWrite={who.permissions.has("dict:write")}
    />,
  );
});

dictionaryPages.get(`${LIST}/new`, (c) =>
  c.html(<DictionaryFormPage view={deskOf(c).view} form={new FormState(FRESH)} mayWrite />),
);

dictionaryPages.post(`${LIST}/new`, async (c) => {
  const { view, who, tenantId, db, now } = deskOf(c);
  const form = await readForm(c, MAX_FORM_BYTES);
  const order = newDictionary.safeParse({ ...readDictionaryForm(form), tenantId });
  if (!order.success) {
    const refused = form.refused(view, order.error);
    return c.html(<DictionaryFormPage view={view} form={refused} mayWrite />, 400);
  }
  const row = await createDictionary(db, who, order.data, now);
  if (isRefusal(row)) {
    const refused = form.refused(view, row);
    return c.html(<DictionaryFormPage view={view} form={refused} mayWrite />, row.status);
  }
  return redirectWith(c, "created", `/portal/t/${tenantId}/dictionaries/${row.id}`);
});

dictionaryPages.get(ONE, async (c) => {
  const desk = deskOf(c);
  const row = await rowOf(c, desk);
  const dictionary = showDictionary(row);
  const form = fillDictionaryForm(dictionary, entityTag(row));
  const mayWrite = mayChange(desk, row.tenantId);
  return c.html(
    <DictionaryFormPage view={desk.view} form={form} dictionary={dictionary} mayWrite={mayWrite} />,
  );
});

dictionaryPages.post(ONE, async (c) => {
  const desk = deskOf(c);
  const { view, who, tenantId, db, now } = desk;
  const row = await rowOf(c, desk);
  const dictionary = showDictionary(row);
  const form = await readForm(c, MAX_FORM_BYTES);
  const change = dictionaryPartial.safeParse(readDictionaryForm(form));
  if (!change.success) {
    const props = { view, form: form.refused(view, change.error), dictionary };
    return c.html(<DictionaryFormPage {...props} mayWrite />, 400);
  }
  const outcome = await changeDictionary(db, who, row.id, change.data, form.given("etag"), now);
  if (isRefusal(outcome)) {
    const props = { view, form: form.refused(view, outcome), dictionary };
    return c.html(<DictionaryFormPage {...props} mayWrite />, outcome.status);
  }
  return redirectWith(c, "saved", `/portal/t/${tenantId}/dictionaries/${row.id}`);
});

dictionaryPages.get(`${ONE}/delete`, async (c) => {
  const desk = deskOf(c);
  const dictionary = showDictionary(await rowOf(c, desk));
  return c.html(<DictionaryRemovePage view={desk.view} dictionary={dictionary} />);
});

dictionaryPages.post(`${ONE}/delete`, async (c) => {
  const desk = deskOf(c);
  const { id } = await rowOf(c, desk);
  settle(await removeDictionary(desk.db, desk.who, id, undefined, desk.now));
  return redirectWith(c, "deleted", `/portal/t/${desk.tenantId}/dictionaries`);
});

/** The tenant's own or a global one, also for an operator, who could reach more. */
async function rowOf(c: Context<PortalEnv, string>, { db, tenantId }: Desk) {
  const id = c.req.param("dictionaryId") ?? "";
  return settle((await findDictionary(db, [tenantId], id)) ?? noSuchDictionary());
}

function mayChange({ who }: Desk, owner: string | null): boolean {
  return who.permissions.has("dict:write") && (owner !== null || who.kind === "operator");
}
