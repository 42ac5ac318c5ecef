import { Hono } from "hono";
import { listTokens } from "../../access/credential-store.ts";
import { revokeCredential } from "../../access/revoke-credential.ts";
import { settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { TokenListPage } from "../account/token-list-page.tsx";
import { deskOf } from "../frame/desk.ts";
import { readForm } from "../frame/form.ts";
import { readFilter } from "../frame/read-filter.ts";
import { readPage } from "../frame/read-page.ts";
import { redirectBack } from "../frame/redirect-back.ts";

const LIST = "/portal/t/:tenantId/tokens";

/** The tokens of a tenant, whoever has them: a leaked one may belong to nobody. */
export const tenantTokenPages = new Hono<Rampart>();

tenantTokenPages.get(LIST, async (c) => {
  const { view, tenantId, db, now } = deskOf(c);
  const request = readPage(c);
  const { form } = readFilter(c, ["q"], {});
  const filter = { reach: [tenantId], q: form.given("q") };
  const { items, total } = await listTokens(db, filter, request);
  const page = pageOf(request, items, total);
  const path = `/portal/t/${tenantId}/tokens`;
  return c.html(<TokenListPage {...{ view, form, page, path, now }} lead="tenantTokensLead" />);
});

tenantTokenPages.post(`${LIST}/:tokenId/revoke`, async (c) => {
  await readForm(c);
  const { who, tenantId, db, now } = deskOf(c);
  // Only what the page lists, whatever else the reader reaches: the log says that it was this tenant's.
  const listed = { reach: [tenantId] };
  const id = c.req.param("tokenId");
  settle<void>(await revokeCredential(db, who, { kind: "token", id, listed }, now));
  return redirectBack(c, "revoked");
});
