import { Hono, type Context } from "hono";
import { settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import { surroundingsOf, timeOf, type Rampart } from "../../platform/index.ts";
import {
  changeEndpoint,
  enableEndpoint,
  removeEndpoint,
} from "../../webhooks/endpoints/change-endpoint.ts";
import { createEndpoint } from "../../webhooks/endpoints/create-endpoint.ts";
import {
  DEFAULT_OVERLAP_SECONDS,
  endpointChange,
  newEndpoint,
  secretRotation,
} from "../../webhooks/schemas.ts";
import { findFailing } from "../../webhooks/delivery/find-failing.ts";
import { listDeliveries } from "../../webhooks/delivery/read-deliveries.ts";
import { readHealth } from "../../webhooks/delivery/read-health.ts";
import { rotateSecret } from "../../webhooks/endpoints/rotate-secret.ts";
import { listEndpoints } from "../../webhooks/endpoints/store.ts";
import { carryOut } from "../frame/carry-out.ts";
import { deskOf } from "../frame/desk.ts";
import { redirectWith } from "../frame/flash.ts";
import { FormState, readForm } from "../frame/form.ts";
import { readPage } from "../frame/read-page.ts";
import { serveDeletion } from "../frame/serve-deletion.tsx";
import { endpointOf, endpointPath, endpointCallOf } from "./endpoint-of.ts";
import { missedSince } from "./missed-since.ts";
import { EndpointFormPage, RotateSecretPage, SecretPage } from "./form-pages.tsx";
import { WebhookListPage } from "./list-page.tsx";
import { fillEndpointForm, readEndpointForm } from "./read-endpoint-form.ts";
import { webhookWords } from "./words.ts";

const LIST = "/portal/t/:tenantId/webhooks";
const ONE = `${LIST}/:webhookId`;
const FRESH = { events: "inspection.flagged" };
const LATEST = { page: 1, limit: 1, offset: 0 };

/** Endpoints and their secrets; deliveries are in delivery-routes.tsx. */
export const webhookPages = new Hono<Rampart>();

webhookPages.get(LIST, async (c) => {
  const { view, who, tenantId, db, now } = deskOf(c);
  const request = readPage(c);
  const { items, total } = await listEndpoints(db, tenantId, request);
  const mayWrite = who.permissions.has("webhooks:write");
  const page = pageOf(request, items, total);
  const failing = await findFailing(c.env, items, c.get("platform"));
  return c.html(
    <WebhookListPage view={view} page={page} failing={failing} mayWrite={mayWrite} now={now} />,
  );
});

webhookPages.get(`${LIST}/new`, (c) =>
  c.html(<EndpointFormPage view={deskOf(c).view} form={new FormState(FRESH)} />),
);

webhookPages.post(`${LIST}/new`, async (c) => {
  const { view, who, tenantId } = deskOf(c);
  const form = await readForm(c);
  const order = newEndpoint.safeParse(readEndpointForm(form));
  const { done, refused } = await carryOut(view, form, order, (endpoint) =>
    createEndpoint({ ...surroundingsOf(c), by: who, tenantId }, endpoint, hostOf(c)),
  );
  if (refused) return c.html(<EndpointFormPage view={view} form={refused} />, refused.status);
  return c.html(<SecretPage view={view} id={done.row.id} secret={done.secret} />, 201);
});

webhookPages.get(`${ONE}/edit`, async (c) => {
  const endpoint = await endpointOf(c);
  const form = fillEndpointForm(endpoint);
  return c.html(<EndpointFormPage view={deskOf(c).view} form={form} endpoint={endpoint} />);
});

webhookPages.post(`${ONE}/edit`, async (c) => {
  const { view } = deskOf(c);
  const form = await readForm(c);
  const endpoint = await endpointOf(c);
  const change = endpointChange.safeParse(readEndpointForm(form));
  const now = fillEndpointForm(endpoint);
  const { refused } = await carryOut(
    view,
    form,
    change,
    (over) => changeEndpoint(endpointCallOf(c), over, hostOf(c)),
    { now },
  );
  if (refused) {
    const page = <EndpointFormPage view={view} form={refused} endpoint={endpoint} />;
    return c.html(page, refused.status);
  }
  return redirectWith(c, "saved", endpointPath(endpoint));
});

webhookPages.post(`${ONE}/state`, async (c) => {
  const paused = (await readForm(c)).value("to") === "paused";
  const endpoint = await endpointOf(c);
  const call = endpointCallOf(c);
  if (paused) {
    settle(await changeEndpoint(call, { paused }, hostOf(c)));
    return redirectWith(c, "paused", endpointPath(endpoint));
  }
  // While it is off it gets no events, so it has missed those behind the latest in its log.
  const [latest] = settle(await listDeliveries(call, LATEST)).items;
  const seen = latest?.createdAt ?? timeOf(endpoint.createdAt);
  const since = missedSince(await readHealth(c.env, endpoint), seen);
  settle(await enableEndpoint(call));
  return redirectWith(c, "resumed", `${endpointPath(endpoint)}?since=${since}`);
});

webhookPages.get(`${ONE}/rotate`, async (c) => {
  const form = new FormState({ overlapSeconds: String(DEFAULT_OVERLAP_SECONDS) });
  const endpoint = await endpointOf(c);
  return c.html(<RotateSecretPage view={deskOf(c).view} form={form} endpoint={endpoint} />);
});

webhookPages.post(`${ONE}/rotate`, async (c) => {
  const { view } = deskOf(c);
  const form = await readForm(c);
  const endpoint = await endpointOf(c);
  const order = secretRotation.safeParse({
    overlapSeconds: form.number("overlapSeconds"),
    force: form.value("force") === "yes",
  });
  const { done, refused } = await carryOut(view, form, order, ({ overlapSeconds, force }) =>
    rotateSecret(endpointCallOf(c), overlapSeconds, force),
  );
  if (refused) {
    const page = <RotateSecretPage view={view} form={refused} endpoint={endpoint} />;
    return c.html(page, refused.status);
  }
  return c.html(<SecretPage view={view} id={endpoint.id} secret={done} />, 201);
});

serveDeletion(webhookPages, ONE, {
  ask: async (c) => {
    const { url } = await endpointOf(c);
    const { removeTitle: title, removeText, remove: label } = webhookWords[deskOf(c).view.language];
    return { title, text: `${url}. ${removeText}`, label };
  },
  remove: (c) => removeEndpoint(endpointCallOf(c)),
});

/** The product's own host: an endpoint there would make the product call itself. */
function hostOf(c: Context<Rampart, string>): string {
  return new URL(c.req.url).hostname;
}
