import { hasModel } from "../../ai/providers/has-model.ts";
import { Hono } from "hono";
import { MAX_MAIL } from "../../inspection/limits.ts";
import { message as messageSchema } from "../../inspection/schemas.ts";
import { PORTAL_KEY } from "../../tenants/gate/gate.ts";
import { spend } from "../../tenants/gate/spend.ts";
import { carryOut } from "../frame/carry-out.ts";
import { surroundingsOf, type Rampart } from "../../platform/index.ts";
import { deskOf } from "../frame/desk.ts";
import { BYTES_PER_CHARACTER, FormState, readForm } from "../frame/form.ts";
import { TryAntispamPage } from "./antispam-page.tsx";

const PAGE = "/portal/t/:tenantId/try/antispam";
/** Sender, subject and what else a form has, in characters. */
const MAX_BESIDE = 4_000;
const MAX_BYTES = BYTES_PER_CHARACTER * (MAX_MAIL + MAX_BESIDE);

/** The inspection of a message, as a system of the tenant would have it. */
export const tryAntispamPages = new Hono<Rampart>();

tryAntispamPages.get(PAGE, (c) =>
  c.html(<TryAntispamPage view={deskOf(c).view} form={new FormState()} />),
);

tryAntispamPages.post(PAGE, async (c) => {
  const { view, tenantId, now } = deskOf(c);
  const form = await readForm(c, MAX_BYTES);
  const subject = form.given("subject");
  const message = messageSchema.safeParse({
    channel: form.value("channel"),
    sender: form.value("sender"),
    body: form.value("body"),
    ...(subject === undefined ? {} : { subject }),
  });
  const traceparent = c.get("call").traceparent;
  const asker = { ...surroundingsOf(c), tenantId, traceparent };
  const { outlive, platform } = asker;
  const around = { tenantId, now, outlive, wait: platform.wait };
  const { inspectFor, wholeHostOf } = await import("./inspect-tried.ts");
  const { done: inspected, refused } = await carryOut(view, form, message, (order) =>
    spend(c.env, { ...around, module: "antispam" }, () =>
      inspectFor(asker, { keyId: PORTAL_KEY, message: order, url: c.req.url }),
    ),
  );
  if (refused) return c.html(<TryAntispamPage view={view} form={refused} />, refused.status);
  const modelled = await hasModel(c.env, tenantId, now);
  const hosts = inspected.urls.map(wholeHostOf);
  return c.html(<TryAntispamPage {...{ view, form, inspected, hosts, hasModel: modelled }} />);
});
