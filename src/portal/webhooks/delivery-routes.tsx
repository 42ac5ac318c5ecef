import { Hono, type Context } from "hono";
import { refuseField, settle, type Refusal } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { findDelivery, listDeliveries } from "../../webhooks/delivery/read-deliveries.ts";
import { readHealth } from "../../webhooks/delivery/read-health.ts";
import { pingEndpoint } from "../../webhooks/delivery/ping-endpoint.ts";
import { replayDeliveries } from "../../webhooks/delivery/replay-deliveries.ts";
import { replayOne, replayRange, type ReplayOrder } from "../../webhooks/delivery/schemas.ts";
import type { Replayed } from "../../webhooks/delivery/answers.ts";
import { carryOut } from "../frame/carry-out.ts";
import { deskOf } from "../frame/desk.ts";
import { redirectWith } from "../frame/flash.ts";
import { FormState, readForm } from "../frame/form.ts";
import { readPage } from "../frame/read-page.ts";
import { DeliveryPage } from "./delivery-page.tsx";
import { EndpointPage } from "./endpoint-page.tsx";
import { endpointOf, endpointPath, endpointCallOf } from "./endpoint-of.ts";
import { missedSince } from "./missed-since.ts";
import { ReplayRestPage } from "./replay-pages.tsx";

const ONE = "/portal/t/:tenantId/webhooks/:webhookId";

/** What was sent to an endpoint, and the results. */
export const deliveryPages = new Hono<Rampart>();

deliveryPages.get(ONE, async (c) => c.html(await endpointPage(c)));

deliveryPages.post(`${ONE}/ping`, async (c) => {
  await readForm(c);
  const eventId = settle(await pingEndpoint(endpointCallOf(c)));
  const endpoint = await endpointOf(c);
  return redirectWith(c, "pinged", `${endpointPath(endpoint)}/deliveries/${eventId}`);
});

deliveryPages.get(`${ONE}/deliveries/:eventId`, async (c) => {
  const { view, who, now } = deskOf(c);
  const endpoint = await endpointOf(c);
  const delivery = settle(await findDelivery(endpointCallOf(c), c.req.param("eventId")));
  const health = delivery.state === "pending" ? await readHealth(c.env, endpoint) : undefined;
  const mayWrite = who.permissions.has("webhooks:write");
  return c.html(<DeliveryPage {...{ view, endpoint, health, delivery, mayWrite, now }} />);
});

deliveryPages.post(`${ONE}/replay`, async (c) => {
  const { view, now } = deskOf(c);
  const form = await readForm(c);
  const eventId = form.given("eventId");
  const order =
    eventId === undefined
      ? replayRange.safeParse({
          since: form.time("since"),
          until: form.time("until"),
          after: form.given("after"),
        })
      : replayOne.safeParse({ eventId });
  const { done, refused } = await carryOut<ReplayOrder, Replayed | Refusal>(
    view,
    form,
    order,
    (which) =>
      isAhead(which, now)
        ? refuseField("since", "must not lie ahead")
        : replayDeliveries(endpointCallOf(c), which),
  );
  if (refused) return c.html(await endpointPage(c, refused), refused.status);
  const { events, next } = done;
  const path = endpointPath(await endpointOf(c));
  if (next !== undefined) {
    return c.html(<ReplayRestPage view={view} path={path} sent={events} next={next} />);
  }
  if (eventId === undefined) return redirectWith(c, events === 0 ? "noneDue" : "replayed", path);
  return redirectWith(c, "replayed", `${path}/deliveries/${eventId}`);
});

/**
 * Whether a period begins in the future. The API answers that there were no events; a person is
 * told why.
 */
function isAhead(order: ReplayOrder, now: number): boolean {
  return "since" in order && Date.parse(order.since) > now;
}

async function endpointPage(c: Context<Rampart, string>, refused?: FormState) {
  const { view, who, now } = deskOf(c);
  const request = readPage(c);
  const endpoint = await endpointOf(c);
  const { items, total } = settle(await listDeliveries(endpointCallOf(c), request));
  const mayWrite = who.permissions.has("webhooks:write");
  const health = await readHealth(c.env, endpoint);
  // If nothing succeeds, the period begins when that began. After enabling, health starts anew.
  const since = c.req.query("since") ?? missedSince(health);
  const form = refused ?? new FormState({ since });
  const props = { view, endpoint, health, form, mayWrite, now };
  return <EndpointPage {...props} log={pageOf(request, items, total)} />;
}
