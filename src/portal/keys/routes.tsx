import { Hono, type Context } from "hono";
import { isRefusal, settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import {
  apiKeyChange,
  DEFAULT_GRACE_SECONDS,
  newApiKey,
  rotation,
} from "../../tenants/api-keys/schemas.ts";
import { changeApiKey, deleteApiKey, noSuchKey } from "../../tenants/api-keys/change-api-key.ts";
import { createApiKey } from "../../tenants/api-keys/create-api-key.ts";
import {
  findApiKey,
  listApiKeys,
  showApiKey,
  type ApiKeyRow,
} from "../../tenants/api-keys/store.ts";
import { maskToScopes } from "../../tenants/gate/modules.ts";
import { periodOf } from "../../tenants/gate/period.ts";
import { readUsage } from "../../tenants/usage/read-usage.ts";
import { rotateApiKey } from "../../tenants/api-keys/rotate-api-key.ts";
import { showMonth } from "../../tenants/usage/show-usage.ts";
import { ConfirmPage } from "../frame/confirm-page.tsx";
import { deskOf, type Desk } from "../frame/desk.ts";
import { nameActors } from "../audit/name-actors.ts";
import { refuseChanged } from "../frame/refuse-changed.tsx";
import { redirectWith } from "../frame/flash.ts";
import { FormState, readForm } from "../frame/form.ts";
import { readPage } from "../frame/read-page.ts";
import type { PortalEnv } from "../frame/view.ts";
import { KeyFormPage, KeyRevealPage, RotatePage } from "./form-pages.tsx";
import { KeyPage } from "./key-page.tsx";
import { KeyListPage } from "./list-page.tsx";
import { fillKeyForm, readKeyForm } from "./read-key-form.ts";
import { keyWords } from "./words.ts";
import { needTenant } from "../../tenants/need-tenant.ts";
import { sayName } from "../frame/say-name.ts";

const LIST = "/portal/t/:tenantId/keys";
const ONE = `${LIST}/:keyId`;

export const keyRoutes = new Hono<PortalEnv>();

keyRoutes.get(LIST, async (c) => {
  const { view, who, tenantId, db, now } = deskOf(c);
  const request = readPage(c);
  const [{ items, total }, { usage, lastUses }] = await Promise.all([
    listApiKeys(db, tenantId, request),
    monthOf(c, { tenantId, db, now }),
  ]);
  const shown = items.map((row) => showApiKey(row, lastUses[row.id], now));
  const mayWrite = who.permissions.has("keys:write");
  const page = pageOf(request, shown, total);
  const { origin } = new URL(c.req.url);
  return c.html(<KeyListPage {...{ view, tenantId, page, usage, mayWrite, origin }} />);
});

keyRoutes.get(`${LIST}/new`, (c) =>
  c.html(<KeyFormPage view={deskOf(c).view} form={new FormState()} />),
);

keyRoutes.post(`${LIST}/new`, async (c) => {
  const { view, who, tenantId, now } = deskOf(c);
  const form = await readForm(c);
  const order = newApiKey.safeParse(readKeyForm(form));
  if (!order.success) {
    return c.html(<KeyFormPage view={view} form={form.refused(view, order.error)} />, 400);
  }
  const made = await createApiKey(c.env, who, tenantId, order.data, now);
  if (isRefusal(made)) {
    return c.html(<KeyFormPage view={view} form={form.refused(view, made)} />, made.status);
  }
  return c.html(reveal(c, made), 201);
});

keyRoutes.get(ONE, async (c) => {
  const desk = deskOf(c);
  const { view, who, tenantId, db } = desk;
  const [apiKey, { usage }] = await Promise.all([keyOf(c, desk), monthOf(c, desk)]);
  const { replacedBy } = apiKey;
  const hasSuccessor =
    replacedBy !== null && (await findApiKey(db, tenantId, replacedBy)) !== undefined;
  const mayWrite = who.permissions.has("keys:write");
  const nameOf = await nameActors(desk, [apiKey.createdBy]);
  return c.html(<KeyPage {...{ view, apiKey, hasSuccessor, nameOf, usage, mayWrite }} />);
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
  // A form shows minutes: left as it stood, the expiry is not to be moved to a full one.
  const isMoved = form.value("expiresAt") !== fillKeyForm(apiKey).value("expiresAt");
  const change = apiKeyChange.safeParse(isMoved ? { ...rest, expiresAt } : rest);
  if (!change.success) {
    const refused = form.refused(view, change.error);
    return c.html(<KeyFormPage view={view} form={refused} apiKey={apiKey} />, 400);
  }
  const row =
    refuseChanged(form, fillKeyForm(apiKey)) ??
    (await changeApiKey(c.env, who, tenantId, apiKey.id, change.data, now));
  if (isRefusal(row)) {
    const refused = form.refused(view, row);
    return c.html(<KeyFormPage view={view} form={refused} apiKey={apiKey} />, row.status);
  }
  return redirectWith(c, "saved", `/portal/t/${tenantId}/keys/${apiKey.id}`);
});

keyRoutes.post(`${ONE}/state`, async (c) => {
  const { who, tenantId, now } = deskOf(c);
  const id = c.req.param("keyId");
  const disabled = (await readForm(c)).value("disabled") === "yes";
  settle(await changeApiKey(c.env, who, tenantId, id, { disabled }, now));
  return redirectWith(c, disabled ? "disabled" : "enabled", `/portal/t/${tenantId}/keys/${id}`);
});

keyRoutes.get(`${ONE}/rotate`, async (c) => {
  const desk = deskOf(c);
  const form = new FormState({ graceSeconds: String(DEFAULT_GRACE_SECONDS) });
  return c.html(<RotatePage view={desk.view} form={form} apiKey={await keyOf(c, desk)} />);
});

keyRoutes.post(`${ONE}/rotate`, async (c) => {
  const desk = deskOf(c);
  const { view, who, tenantId, now } = desk;
  const form = await readForm(c);
  const apiKey = await keyOf(c, desk);
  const order = rotation.safeParse({ graceSeconds: form.number("graceSeconds") });
  if (!order.success) {
    const refused = form.refused(view, order.error);
    return c.html(<RotatePage view={view} form={refused} apiKey={apiKey} />, 400);
  }
  const { graceSeconds } = order.data;
  const made = await rotateApiKey(c.env, who, tenantId, apiKey.id, graceSeconds, now);
  if (isRefusal(made)) {
    const refused = form.refused(view, made);
    return c.html(<RotatePage view={view} form={refused} apiKey={apiKey} />, made.status);
  }
  return c.html(reveal(c, made), 201);
});

keyRoutes.get(`${ONE}/delete`, async (c) => {
  const desk = deskOf(c);
  const { id, name } = await keyOf(c, desk);
  const words = keyWords[desk.view.language];
  return c.html(
    <ConfirmPage
      view={desk.view}
      title={words.removeTitle(sayName(name))}
      text={words.removeText}
      label={words.remove}
      back={`/portal/t/${desk.tenantId}/keys/${id}`}
    />,
  );
});

keyRoutes.post(`${ONE}/delete`, async (c) => {
  await readForm(c);
  const { who, tenantId, now } = deskOf(c);
  settle(await deleteApiKey(c.env, who, tenantId, c.req.param("keyId"), now));
  return redirectWith(c, "deleted", `/portal/t/${tenantId}/keys`);
});

function reveal(c: Context<PortalEnv, string>, { row, key }: { row: ApiKeyRow; key: string }) {
  const { view } = deskOf(c);
  const scopes = maskToScopes(row.scopes);
  const { origin } = new URL(c.req.url);
  return <KeyRevealPage {...{ view, id: row.id, apiKey: key, scopes, origin }} />;
}

type Where = Pick<Desk, "tenantId" | "db" | "now">;

async function keyOf(c: Context<PortalEnv, string>, { tenantId, db, now }: Where) {
  const id = c.req.param("keyId") ?? "";
  const row = settle((await findApiKey(db, tenantId, id)) ?? noSuchKey());
  const { lastUses } = await readUsage(c.env, tenantId, now);
  return showApiKey(row, lastUses[id], now);
}

async function monthOf(c: Context<PortalEnv>, { tenantId, db, now }: Where) {
  const tenant = settle(await needTenant(db, tenantId));
  return showMonth(c.env, tenant, periodOf(now), now);
}
