import { Hono, type Context } from "hono";
import type { Rampart } from "../../platform/index.ts";
import { createApiKey } from "../../tenants/api-keys/create-api-key.ts";
import { rotateApiKey } from "../../tenants/api-keys/rotate-api-key.ts";
import { DEFAULT_GRACE_SECONDS } from "../../tenants/limits.ts";
import type { ApiKeyRow } from "../../tenants/api-keys/store.ts";
import { maskToScopes } from "../../tenants/gate/modules.ts";
import { carryOut } from "../frame/carry-out.ts";
import { deskOf } from "../frame/desk.ts";
import { FormState, readForm } from "../frame/form.ts";
import { KeyFormPage, KeyRevealPage, RotatePage } from "./form-pages.tsx";
import { keyOf } from "./key-of.ts";
import { readKeyForm } from "./read-key-form.ts";

const LIST = "/portal/t/:tenantId/keys";
const ONE = `${LIST}/:keyId`;

/** The pages that make a key and show it once: new keys and rotations. */
export const issueRoutes = new Hono<Rampart>();

issueRoutes.get(`${LIST}/new`, (c) =>
  c.html(<KeyFormPage view={deskOf(c).view} form={new FormState()} />),
);

issueRoutes.post(`${LIST}/new`, async (c) => {
  const { view, who, tenantId, now } = deskOf(c);
  const form = await readForm(c);
  const { newApiKey } = await import("./key-orders.ts");
  const order = newApiKey.safeParse(readKeyForm(form));
  const { done, refused } = await carryOut(view, form, order, (key) =>
    createApiKey(c.env, who, tenantId, key, now),
  );
  if (refused) return c.html(<KeyFormPage view={view} form={refused} />, refused.status);
  return c.html(reveal(c, done), 201);
});

issueRoutes.get(`${ONE}/rotate`, async (c) => {
  const desk = deskOf(c);
  const form = new FormState({ graceSeconds: String(DEFAULT_GRACE_SECONDS) });
  const apiKey = await keyOf(c, desk);
  // The key's own page names the one that replaced it.
  if (apiKey.replacedBy !== null) return c.redirect(`/portal/t/${desk.tenantId}/keys/${apiKey.id}`);
  return c.html(<RotatePage view={desk.view} form={form} apiKey={apiKey} />);
});

issueRoutes.post(`${ONE}/rotate`, async (c) => {
  const desk = deskOf(c);
  const { view, who, tenantId, now } = desk;
  const form = await readForm(c);
  const apiKey = await keyOf(c, desk);
  const { rotation } = await import("./key-orders.ts");
  const order = rotation.safeParse({ graceSeconds: form.number("graceSeconds") });
  const { done, refused } = await carryOut(view, form, order, ({ graceSeconds }) =>
    rotateApiKey(c.env, { by: who, tenantId, id: apiKey.id, now }, graceSeconds),
  );
  if (refused) {
    return c.html(<RotatePage view={view} form={refused} apiKey={apiKey} />, refused.status);
  }
  return c.html(reveal(c, done), 201);
});

function reveal(c: Context<Rampart, string>, { row, key }: { row: ApiKeyRow; key: string }) {
  const { view } = deskOf(c);
  const scopes = maskToScopes(row.scopes);
  const { origin } = new URL(c.req.url);
  return <KeyRevealPage {...{ view, id: row.id, apiKey: key, scopes, origin }} />;
}
