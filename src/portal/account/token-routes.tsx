import { Hono } from "hono";
import { listTokens } from "../../access/credential-store.ts";
import { PERMISSIONS_OF, ROLES } from "../../access/permissions.ts";
import { revokeCredential } from "../../access/revoke-credential.ts";
import { settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { newToken } from "../../tenants/credential-schemas.ts";
import { makeToken } from "../../tenants/make-token.ts";
import { carryOut } from "../frame/carry-out.ts";
import { ownDeskOf } from "../frame/desk.ts";
import { FormState, readForm } from "../frame/form.ts";
import { Copyable } from "../frame/parts.tsx";
import { readFilter } from "../frame/read-filter.ts";
import { readPage } from "../frame/read-page.ts";
import { redirectBack } from "../frame/redirect-back.ts";
import { RevealPage } from "../frame/reveal-page.tsx";
import { TokenListPage } from "./token-list-page.tsx";
import { NEW_TOKEN, TokenFormPage, TOKENS } from "./token-pages.tsx";
import { accountWords } from "./words.ts";

/** The reader's own tokens for the API. */
export const tokenPages = new Hono<Rampart>();

tokenPages.get(TOKENS, async (c) => {
  const { view, who, db, now } = ownDeskOf(c);
  const request = readPage(c);
  const { form } = readFilter(c, ["q"], {});
  const filter = { reach: "all", personId: who.personId, q: form.given("q") } as const;
  const { items, total } = await listTokens(db, filter, request);
  const page = pageOf(request, items, total);
  return c.html(<TokenListPage {...{ view, form, page, now }} lead="tokensLead" path={TOKENS} />);
});

tokenPages.get(NEW_TOKEN, (c) => {
  const { view, who } = ownDeskOf(c);
  const tenants = who.reach === "all" ? "" : who.reach.join(", ");
  return c.html(<TokenFormPage {...{ view, who }} form={new FormState({ tenants })} />);
});

tokenPages.post(NEW_TOKEN, async (c) => {
  const { view, who, db, now } = ownDeskOf(c);
  const form = await readForm(c);
  const order = newToken.safeParse(readTokenForm(form));
  const { done, refused } = await carryOut(view, form, order, (token) =>
    makeToken(db, who, token, now),
  );
  if (refused) return c.html(<TokenFormPage {...{ view, who }} form={refused} />, refused.status);
  const { tokens, madeToken } = accountWords[view.language];
  return c.html(
    <RevealPage view={view} title={madeToken} path={TOKENS} label={tokens}>
      <Copyable view={view} label={madeToken} text={done.token} />
    </RevealPage>,
    201,
  );
});

tokenPages.post(`${TOKENS}/:tokenId/revoke`, async (c) => {
  await readForm(c);
  const { who, db, now } = ownDeskOf(c);
  const id = c.req.param("tokenId");
  settle<void>(await revokeCredential(db, who, { kind: "token", id }, now));
  return redirectBack(c, "revoked");
});

/** A role in the form adds all its permissions to those that were chosen one by one. */
function readTokenForm(form: FormState) {
  const role = ROLES.find((each) => each === form.value("role"));
  return {
    name: form.value("name"),
    permissions: [
      ...form.values("permissions"),
      ...(role === undefined ? [] : PERMISSIONS_OF[role]),
    ],
    tenants: form.list("tenants"),
    expiresAt: form.time("expiresAt"),
  };
}
