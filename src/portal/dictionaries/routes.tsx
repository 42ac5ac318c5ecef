import { Hono, type Context } from "hono";
import { changeDictionary } from "../../dictionaries/change-dictionary.ts";
import { createDictionary } from "../../dictionaries/create-dictionary.ts";
import { dictionaryPartial, MAX_CONTENT_BYTES } from "../../dictionaries/schemas.ts";
import { entityTag } from "../../dictionaries/entity-tag.ts";
import { findDictionary, listDictionaries, showDictionary } from "../../dictionaries/store.ts";
import { noSuchDictionary } from "../../dictionaries/refusals.ts";
import { removeDictionary } from "../../dictionaries/remove-dictionary.ts";
import type { SignedIn } from "../../access/sessions/index.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import { settle } from "../../http/index.ts";
import type { Database, Rampart } from "../../platform/index.ts";
import { carryOut } from "../frame/carry-out.ts";
import { deskOf, ownDeskOf } from "../frame/desk.ts";
import { redirectWith } from "../frame/flash.ts";
import { FormState, readForm } from "../frame/form.ts";
import { serveDeletion } from "../frame/serve-deletion.tsx";
import type { View } from "../frame/view.ts";
import { dictionariesPath } from "./dictionaries-path.ts";
import { DictionaryFormPage } from "./form-pages.tsx";
import { DictionaryListPage } from "./list-page.tsx";
import {
  fillDictionaryForm,
  readDictionaryForm,
  readNewDictionary,
} from "./read-dictionary-form.ts";
import { dictionaryWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

const OF_TENANT = "/portal/t/:tenantId/dictionaries";
const OF_ALL = "/portal/dictionaries";
const FRESH = { kind: "terms", severity: "medium", enabled: "yes", appliesTo: "agents" };

type PageContext = Context<Rampart, string>;

/** The dictionaries of a page: those of a tenant and the global ones, or the global ones alone. */
interface Shelf {
  view: View;
  who: SignedIn;
  owner: TenantId | null;
  db: Database;
  now: number;
}

export const dictionaryPages = new Hono<Rampart>();

serve(OF_TENANT, (c) => {
  const { tenantId, ...desk } = deskOf(c);
  return { ...desk, owner: tenantId };
});
serve(OF_ALL, (c) => ({ ...ownDeskOf(c), owner: null }));

function serve(list: string, shelfOf: (c: PageContext) => Shelf): void {
  const one = `${list}/:dictionaryId`;
  dictionaryPages.get(list, (c) => showList(c, shelfOf(c)));
  dictionaryPages.get(`${list}/new`, (c) =>
    c.html(<DictionaryFormPage view={shelfOf(c).view} form={new FormState(FRESH)} mayWrite />),
  );
  dictionaryPages.post(`${list}/new`, (c) => create(c, shelfOf(c)));
  dictionaryPages.get(one, (c) => showOne(c, shelfOf(c)));
  dictionaryPages.post(one, (c) => change(c, shelfOf(c)));
  serveDeletion(dictionaryPages, one, {
    ask: async (c) => {
      const shelf = shelfOf(c);
      const { name } = await rowOf(c, shelf);
      const { removeTitle, removeText: text, remove: label } = dictionaryWords[shelf.view.language];
      return { title: removeTitle(sayName(name)), text, label };
    },
    remove: async (c) => {
      const shelf = shelfOf(c);
      const { id } = await rowOf(c, shelf);
      return removeDictionary(shelf.db, { author: shelf.who, id, now: shelf.now });
    },
  });
}

async function showList(c: PageContext, { view, who, owner, db }: Shelf) {
  const form = new FormState({ q: c.req.query("q") ?? "" });
  const rows = await listDictionaries(db, reachOf(owner), { q: form.given("q") });
  return c.html(
    <DictionaryListPage
      view={view}
      form={form}
      dictionaries={rows.map(showDictionary)}
      mayWrite={who.permissions.has("dict:write")}
    />,
  );
}

async function create(c: PageContext, { view, who, owner, db, now }: Shelf) {
  const form = await readForm(c, MAX_CONTENT_BYTES);
  const order = readNewDictionary(form, owner);
  const { done, refused } = await carryOut(view, form, order, (made) =>
    createDictionary(db, who, made, now),
  );
  if (refused) {
    return c.html(<DictionaryFormPage view={view} form={refused} mayWrite />, refused.status);
  }
  const list = dictionariesPath(done.tenantId ?? undefined);
  return redirectWith(c, "created", `${list}/${done.id}`);
}

async function showOne(c: PageContext, shelf: Shelf) {
  const row = await rowOf(c, shelf);
  const dictionary = showDictionary(row);
  const form = fillDictionaryForm(dictionary);
  const mayWrite = mayChange(shelf, row.tenantId);
  const props = { view: shelf.view, form, dictionary, mayWrite };
  return c.html(<DictionaryFormPage {...props} />);
}

async function change(c: PageContext, shelf: Shelf) {
  const { view, who, db, now } = shelf;
  const form = await readForm(c, MAX_CONTENT_BYTES);
  const row = await rowOf(c, shelf);
  const dictionary = showDictionary(row);
  const order = dictionaryPartial.safeParse(readDictionaryForm(form));
  const standing = fillDictionaryForm(dictionary);
  // The tag of the version that was read, so that a change in between is not overwritten.
  const edit = { author: who, id: row.id, ifMatch: entityTag(row), now };
  const { refused } = await carryOut(
    view,
    form,
    order,
    (over) => changeDictionary(db, edit, over),
    { now: standing },
  );
  if (refused) {
    const props = { view, form: refused, dictionary };
    return c.html(<DictionaryFormPage {...props} mayWrite />, refused.status);
  }
  return redirectWith(c, "saved", `${dictionariesPath(view.tenantId)}/${row.id}`);
}

/** A dictionary of the tenant or a global one. An operator too reaches no other here. */
async function rowOf(c: PageContext, { db, owner }: Shelf) {
  const id = c.req.param("dictionaryId") ?? "";
  return settle((await findDictionary(db, reachOf(owner), id)) ?? noSuchDictionary());
}

function reachOf(owner: TenantId | null): TenantId[] {
  return owner === null ? [] : [owner];
}

function mayChange({ who }: Shelf, owner: string | null): boolean {
  return who.permissions.has("dict:write") && (owner !== null || who.kind === "operator");
}
