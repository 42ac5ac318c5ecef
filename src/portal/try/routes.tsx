import { Hono, type Context } from "hono";
import { isRefusal, noSuch, settle } from "../../http/index.ts";
import { LOOKUP_TYPES, type LookupModule } from "../../intel/lookup-types.ts";
import { spend } from "../../tenants/gate/spend.ts";
import { surroundingsOf, type Rampart } from "../../platform/index.ts";
import { deskOf } from "../frame/desk.ts";
import { FormState, readForm } from "../frame/form.ts";
import { TryLookupPage } from "./try-page.tsx";

const PAGE = "/portal/t/:tenantId/try";

/** Live calls of the modules, for whoever wants to see what they answer. */
export const tryPages = new Hono<Rampart>();

tryPages.get(PAGE, (c) => c.redirect(`/portal/t/${deskOf(c).tenantId}/try/urlsearch`, 302));

tryPages.get(`${PAGE}/:module`, (c) => {
  const { view } = deskOf(c);
  const props = { view, module: moduleOf(c), origin: originOf(c), form: new FormState() };
  return c.html(<TryLookupPage {...props} />);
});

tryPages.post(`${PAGE}/:module`, async (c) => {
  const { view, tenantId, now } = deskOf(c);
  const form = await readForm(c);
  const module = moduleOf(c);
  const asker = { ...surroundingsOf(c), tenantId };
  const { outlive, platform } = asker;
  const { answerQuestion, readTyped, wholeHostOf } = await import("./look-up-tried.ts");
  const question = readTyped(module, form.value("value"), form.given("type"));
  const verdict = isRefusal(question)
    ? question
    : await spend(c.env, { tenantId, module, now, outlive, wait: platform.wait }, async () =>
        answerQuestion(asker, module, question),
      );
  const props = { view, module, origin: originOf(c) };
  if (isRefusal(verdict)) {
    const refused = form.refused(view, verdict, { about: "value" });
    return c.html(<TryLookupPage {...props} form={refused} />, verdict.status);
  }
  const host = wholeHostOf(verdict.value);
  return c.html(<TryLookupPage {...props} {...{ form, verdict, host }} />);
});

function moduleOf(c: Context<Rampart, string>): LookupModule {
  const asked = c.req.param("module") ?? "";
  const known = Object.hasOwn(LOOKUP_TYPES, asked) ? (asked as LookupModule) : undefined;
  return settle(known ?? noSuch("module"));
}

function originOf(c: Context<Rampart, string>): string {
  return new URL(c.req.url).origin;
}
