import { Hono, type Context } from "hono";
import { settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { changeApiKey, deleteApiKey } from "../../tenants/api-keys/change-api-key.ts";
import { findApiKey, listApiKeys, showApiKey } from "../../tenants/api-keys/store.ts";
import { periodOf } from "../../tenants/gate/period.ts";
import { showMonth } from "../../tenants/usage/show-usage.ts";
import { carryOut } from "../frame/carry-out.ts";
import { deskOf, type Desk } from "../frame/desk.ts";
import { nameActors } from "../audit/name-actors.ts";
import { redirectWith } from "../frame/flash.ts";
import { readForm } from "../frame/form.ts";
import { readFilter } from "../frame/read-filter.ts";
import { readPage } from "../frame/read-page.ts";
import { serveDeletion } from "../frame/serve-deletion.tsx";
import { KeyFormPage } from "./form-pages.tsx";
import { keyOf } from "./key-of.ts";
import { KeyPage } from "./key-page.tsx";
import { KeyListPage } from "./list-page.tsx";
import { fillKeyForm, readKeyForm } from "./read-key-form.ts";
import { keyWords } from "./words.ts";
import { needTenant } from "../../tenants/need-tenant.ts";
import { sayName } from "../frame/say-name.ts";

const LIST = "/portal/t/:tenantId/keys";
const ONE = `${LIST}/:keyId`;

/** The pages that show and change existing keys. */
export const keyRoutes = new Hono<Rampart>();

keyRoutes.get(LIST, async (c) => {
  const desk = deskOf(c);
  const { view, who, tenantId, db, now } = desk;
  const request = readPage(c);
  const { form } = readFilter(c, ["q"], {});
  const [{ items, total }, { usage, lastUses, daysOfKey }] = await Promise.all([
    listApiKeys(db, tenantId, request, form.given("q")),
    monthOf(c, desk),
  ]);
  const shown = items.map((row) => showApiKey(row, lastUses[row.id], now));
  const mayWrite = who.permissions.has("keys:write");
  const page = pageOf(request, shown, total);
  const { origin } = new URL(c.req.url);
  const props = { view, tenantId, form, page, usage, daysOfKey, mayWrite, origin };
  return c.html(<KeyListPage {...props} />);
});

keyRoutes.get(ONE, async (c) => {
  const desk = deskOf(c);
  const { view, who, tenantId, db } = desk;
  const [apiKey, { usage: whole, daysOfKey }] = await Promise.all([
    keyOf(c, desk),
    monthOf(c, desk),
  ]);
  const usage = { ...whole, days: daysOfKey(apiKey.id) };
  const { replacedBy } = apiKey;
  const hasSuccessor =
    replacedBy !== null && (await findApiKey(db, tenantId, replacedBy)) !== undefined;
  const mayWrite = who.permissions.has("keys:write");
  const nameOf = await nameActors(desk, [apiKey.createdBy]);
  const { origin } = new URL(c.req.url);
  return c.html(<KeyPage {...{ view, apiKey, hasSuccessor, nameOf, usage, mayWrite, origin }} />);
});

keyRoutes.get(`${ONE}/edit`, async (c) => {
  const desk = deskOf(c);
  const apiKey = await keyOf(c, desk);
  return c.html(<KeyFormPage view={desk.view} form={fillKeyForm(apiKey)} apiKey={apiKey} />);
});

keyRoutes.post(`${ONE}/edit`, async (c) => {
  const desk = deskOf(c);
  const { view, who, tenantId, now } = desk;
  const form = await readForm(c);
  const apiKey = await keyOf(c, desk);
  const { expiresAt = null, ...rest } = readKeyForm(form);
  const standing = fillKeyForm(apiKey);
  // The field shows no seconds, so an unchanged expiry is not sent.
  const isMoved = form.value("expiresAt") !== standing.value("expiresAt");
  const { apiKeyChange } = await import("./key-orders.ts");
  const change = apiKeyChange.safeParse(isMoved ? { ...rest, expiresAt } : rest);
  const { refused } = await carryOut(
    view,
    form,
    change,
    (key) => changeApiKey(c.env, { by: who, tenantId, id: apiKey.id, now }, key),
    { now: standing },
  );
  if (refused) {
    return c.html(<KeyFormPage view={view} form={refused} apiKey={apiKey} />, refused.status);
  }
  return redirectWith(c, "saved", `/portal/t/${tenantId}/keys/${apiKey.id}`);
});

// There are two addresses, because only enabling a key asks for a proof.
keyRoutes.post(`${ONE}/disable`, (c) => press(c, true));
keyRoutes.post(`${ONE}/enable`, (c) => press(c, false));

async function press(c: Context<Rampart>, disabled: boolean) {
  await readForm(c);
  const { who, tenantId, now } = deskOf(c);
  const id = c.req.param("keyId") ?? "";
  settle(await changeApiKey(c.env, { by: who, tenantId, id, now }, { disabled }));
  return redirectWith(c, disabled ? "disabled" : "enabled", `/portal/t/${tenantId}/keys/${id}`);
}

serveDeletion(keyRoutes, ONE, {
  ask: async (c) => {
    const desk = deskOf(c);
    const { name } = await keyOf(c, desk);
    const { removeTitle, removeText: text, remove: label } = keyWords[desk.view.language];
    return { title: removeTitle(sayName(name)), text, label };
  },
  remove: (c) => {
    const { who, tenantId, now } = deskOf(c);
    const id = c.req.param("keyId") ?? "";
    return deleteApiKey(c.env, { by: who, tenantId, id, now });
  },
});

async function monthOf(c: Context<Rampart>, { tenantId, db, now }: Desk) {
  const tenant = settle(await needTenant(db, tenantId));
  return showMonth(c.env, tenant, periodOf(now), now);
}
