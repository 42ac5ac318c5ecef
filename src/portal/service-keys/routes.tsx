import { Hono } from "hono";
import { listServiceKeys } from "../../access/credential-store.ts";
import { revokeCredential } from "../../access/revoke-credential.ts";
import { settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { newServiceKey } from "../../tenants/credential-schemas.ts";
import { makeServiceKey } from "../../tenants/make-service-key.ts";
import { carryOut } from "../frame/carry-out.ts";
import { ownDeskOf } from "../frame/desk.ts";
import { FormState, readForm } from "../frame/form.ts";
import { Copyable } from "../frame/parts.tsx";
import { readFilter } from "../frame/read-filter.ts";
import { readPage } from "../frame/read-page.ts";
import { redirectBack } from "../frame/redirect-back.ts";
import { RevealPage } from "../frame/reveal-page.tsx";
import {
  NEW_SERVICE_KEY,
  SERVICE_KEYS,
  ServiceKeyFormPage,
  ServiceKeyListPage,
} from "./service-key-pages.tsx";
import { serviceKeyWords } from "./words.ts";

/** The keys of a company's own services, for operators. */
export const serviceKeyPages = new Hono<Rampart>();

serviceKeyPages.get(SERVICE_KEYS, async (c) => {
  const { view, db, now } = ownDeskOf(c);
  const request = readPage(c);
  const { form } = readFilter(c, ["q"], {});
  const { items, total } = await listServiceKeys(db, request, form.given("q"));
  const page = pageOf(request, items, total);
  return c.html(<ServiceKeyListPage {...{ view, form, page, now }} />);
});

serviceKeyPages.get(NEW_SERVICE_KEY, (c) => {
  const { view, who } = ownDeskOf(c);
  return c.html(<ServiceKeyFormPage {...{ view, who }} form={new FormState()} />);
});

serviceKeyPages.post(NEW_SERVICE_KEY, async (c) => {
  const { view, who, db, now } = ownDeskOf(c);
  const form = await readForm(c);
  const order = newServiceKey.safeParse({
    name: form.value("name"),
    operations: form.values("operations"),
    tenants: form.list("tenants"),
    expiresAt: form.time("expiresAt"),
  });
  const { done, refused } = await carryOut(view, form, order, (key) =>
    makeServiceKey(db, who, key, now),
  );
  if (refused) {
    return c.html(<ServiceKeyFormPage {...{ view, who }} form={refused} />, refused.status);
  }
  const { madeTitle, toList } = serviceKeyWords[view.language];
  return c.html(
    <RevealPage view={view} title={madeTitle} path={SERVICE_KEYS} label={toList}>
      <Copyable view={view} label={madeTitle} text={done.key} />
    </RevealPage>,
    201,
  );
});

serviceKeyPages.post(`${SERVICE_KEYS}/:serviceKeyId/revoke`, async (c) => {
  await readForm(c);
  const { who, db, now } = ownDeskOf(c);
  const id = c.req.param("serviceKeyId");
  settle<void>(await revokeCredential(db, who, { kind: "service_key", id }, now));
  return redirectBack(c, "revoked");
});
