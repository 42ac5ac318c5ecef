import { Hono } from "hono";
import * as z from "zod";
import { isRefusal } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { findDelivery, type DeliveryWithBody } from "../../webhooks/delivery/read-deliveries.ts";
import { verifyDelivery } from "../../webhooks/verify/verify-delivery.ts";
import { carryOut } from "../frame/carry-out.ts";
import { deskOf } from "../frame/desk.ts";
import { BYTES_PER_CHARACTER, FormState, readForm } from "../frame/form.ts";
import { endpointOf, endpointCallOf } from "./endpoint-of.ts";
import { headerLines } from "./header-lines.ts";
import { MAX_BODY, MAX_HEADERS, VerifyPage } from "./verify-page.tsx";

const PAGE = "/portal/t/:tenantId/webhooks/:webhookId/verify";
const pasted = z.object({
  headers: z.string().min(1).max(MAX_HEADERS),
  body: z.string().min(1).max(MAX_BODY),
});

export const verifyPages = new Hono<Rampart>();

/** With the id of an event, the form shows what was sent last. */
verifyPages.get(PAGE, async (c) => {
  const { view } = deskOf(c);
  const endpoint = await endpointOf(c);
  const eventId = c.req.query("eventId");
  const sent = eventId === undefined ? undefined : await findDelivery(endpointCallOf(c), eventId);
  const form = sent === undefined || isRefusal(sent) ? new FormState() : formOf(sent);
  return c.html(<VerifyPage view={view} endpoint={endpoint} form={form} />);
});

verifyPages.post(PAGE, async (c) => {
  const { view } = deskOf(c);
  const form = await readForm(c, BYTES_PER_CHARACTER * (MAX_HEADERS + MAX_BODY));
  const endpoint = await endpointOf(c);
  const order = pasted.safeParse({ headers: form.value("headers"), body: form.value("body") });
  const { done, refused } = await carryOut(view, form, order, (delivery) =>
    verifyDelivery(endpointCallOf(c), delivery),
  );
  const props = { view, endpoint, form: refused ?? form, verification: done };
  return c.html(<VerifyPage {...props} />, refused?.status);
});

function formOf({ attempts, body }: DeliveryWithBody): FormState {
  const signed = attempts.findLast(({ signedHeaders }) => signedHeaders)?.signedHeaders ?? {};
  return new FormState({ headers: headerLines(signed).join("\n"), body });
}
